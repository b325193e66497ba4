import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// The columns of an outline: the margin with the unread mark, the lines of the tree, and the text.
struct OutlineColumns {
    /// The first column of the tree.
    static let tree = 4
    /// The columns of a level.
    static let step = 2

    let width: Int

    /// The number of levels that are indented. Deeper ones stay there, so that enough columns are left for their text.
    var levels: Int { max(0, (width - Self.tree - 1 - max(20, min(44, width * 6 / 10))) / Self.step) }

    /// Returns the level at which a row of this depth is drawn.
    func level(of depth: Int) -> Int { min(depth, levels) }

    /// Returns the first column of the text of a row.
    func text(at depth: Int) -> Int { Self.tree + Self.step * level(of: depth) }

    /// Returns the columns of a row of this depth.
    func row(at depth: Int) -> RowColumns { RowColumns(width: width, text: text(at: depth)) }

    /// Returns the column of the lines of a level, from 1.
    func line(of level: Int) -> Int { Self.tree + Self.step * (level - 1) }
}

/// Lays out the rows of an outline, without the lines of the tree.
struct OutlineRowLayout: StyledDrawing {
    let appearance: Appearance
    let columns: OutlineColumns
    let density: Density
    let timeStyle: TimeStyle
    let keys: ShownKeys

    func lines(of row: OutlineRow) -> RowLines {
        let lines =
            switch row.content {
            case .post(let ticket): post(ticket, row)
            case .gap(let gap): self.gap(gap, row)
            case .profile(let profile):
                ProfileLines(appearance: appearance, columns: columns.row(at: 0), openKey: keys[.open])
                    .lines(of: profile)
            }
        return RowLines(lines: lines, space: density.rowSpace)
    }

    // MARK: Posts

    private func post(_ ticket: TicketRow, _ row: OutlineRow) -> [RowLine] {
        let own = columns.row(at: row.branch.depth)
        let layout = TicketRowLayout(appearance: appearance, columns: own, density: density, keys: keys)
        if density == .compact { return [brief(ticket, row: row, layout: layout)] }
        if case .muffled(let rule) = ticket.emphasis { return [layout.muffled(ticket, by: rule, room: own.textWidth)] }
        var lines = headline(ticket, row: row, layout: layout)
        if ticket.warning != nil {
            lines.append(rowLine(layout.warning(of: ticket), cutTo: own.textWidth))
        } else {
            lines += text(of: ticket, row, layout)
            if let quote = ticket.quote { lines += layout.quote(quote) }
        }
        if row.isOpened { lines += facts(of: ticket, layout) }
        if let hidden = hiddenReplies(row) { lines.append(rowLine(hidden, cutTo: own.textWidth)) }
        return lines
    }

    /// Returns the title, if there is one, and the author, with marks and the time at the right.
    private func headline(_ ticket: TicketRow, row: OutlineRow, layout: TicketRowLayout) -> [RowLine] {
        let width = layout.columns.textWidth
        let parts = layout.headline(of: ticket)
        let right = right(of: ticket, row, layout)
        var lines: [RowLine] = []
        if let title = ticket.title {
            lines +=
                parts.wrapped(
                    title, in: theme[row.isOpened ? .title : parts.titleRole].withoutBackground, room: width,
                    maximumLines: 3
                )
                .map { RowLine(left: $0) }
        }
        let room = max(width / 2, width - right.width - 2)
        var name = TextLine()
        if let byline = ticket.byline {
            name = parts.byline(byline, as: row.isOpened && ticket.title == nil ? .title : nil, room: room)
        } else if ticket.title == nil {
            name.append(ticket.source, theme[.byline].withoutBackground)
        }
        if row.branch.depth > columns.levels {
            name.append("  \(localizer(.threadLevel, .number(row.branch.depth)))", theme[.faint])
        }
        let left = glyphs.cut(name, to: room)
        lines.append(RowLine(left: left, right: right.truncated(to: max(0, width - left.width - 2), ellipsis: "")))
        return lines
    }

    /// Returns the user's marks, counts and the time, the time last.
    private func right(of ticket: TicketRow, _ row: OutlineRow, _ layout: TicketRowLayout) -> TextLine {
        var line = layout.headline(of: ticket).marks
        if !row.isOpened, columns.width >= 60 {
            var counts = ticket
            // The tree shows the replies.
            counts.facts.removeAll { $0.role == .replies || $0.role == .note }
            let facts = layout.footer(of: counts).facts(room: 24, withStory: false)
            if !facts.isEmpty {
                line.append(facts)
                line.append("   ")
            }
        }
        return line + time(of: ticket)
    }

    private func time(of ticket: TicketRow) -> TextLine {
        TextLine(timeStyle == .exact ? ticket.time.text : ticket.time.brief, theme[.dim])
    }

    private func text(of ticket: TicketRow, _ row: OutlineRow, _ layout: TicketRowLayout) -> [RowLine] {
        let maximum =
            switch density {
            case .compact: 0
            case .regular: row.isOpened ? 20 : 8
            case .roomy: 30
            }
        let base: Role = ticket.marks.isRead && !row.isOpened ? .dim : .text
        return layout.body(of: ticket, base: base, room: layout.columns.measure, maximumLines: maximum)
    }

    /// Returns all counts of the opened post and its address.
    private func facts(of ticket: TicketRow, _ layout: TicketRowLayout) -> [RowLine] {
        let footer = layout.footer(of: ticket)
        let facts = footer.facts(room: layout.columns.textWidth)
        return [footer.makeLine(facts, link: ticket.linksToItself ? nil : ticket.link)].compactMap(\.self)
    }

    /// Returns the number of replies that are hidden, or `nil` if none are.
    private func hiddenReplies(_ row: OutlineRow) -> TextLine? {
        guard let replies = row.replies, replies.isCollapsed else { return nil }
        var line = TextLine("\(glyphs.closed) ", theme[.accent])
        line.append(localizer(.threadReplies, .number(replies.count)), theme[.accent])
        if replies.unread > 0 {
            line.append(", \(localizer(.threadRepliesUnread, .number(replies.unread)))", theme[.unread])
        }
        return line + keyed("  \(keys[.toggleFold])", localizer(.showWarned))
    }

    /// Returns a post in one line: the author, the text and the time.
    private func brief(_ ticket: TicketRow, row: OutlineRow, layout: TicketRowLayout) -> RowLine {
        let width = layout.columns.textWidth
        let headline = layout.headline(of: ticket)
        var right = headline.userMarks
        if let replies = row.replies, replies.isCollapsed {
            right.append("\(glyphs.closed) \(localizer.grouped(replies.count))  ", theme[.accent])
        }
        right.append(time(of: ticket))
        if case .muffled(let rule) = ticket.emphasis {
            return RowLine(
                left: layout.muffled(ticket, by: rule, room: max(1, width - right.width - 2)).left, right: right)
        }
        let role = row.isOpened ? .title : headline.nameRole
        var left = TextLine(ticket.byline?.name ?? ticket.source, theme[role].withoutBackground)
        left.append("  ")
        let notes = appearance.line(of: headline.notes, room: width / 4)
        if !notes.isEmpty {
            left.append(notes)
            left.append("  ")
        }
        let text = ticket.title ?? ticket.warning ?? ticket.excerpt.blocks.first?.text ?? ""
        left.append(text, theme[ticket.marks.isRead ? .dim : .text].withoutBackground)
        return RowLine(left: glyphs.cut(left, to: max(1, width - right.width - 2)), right: right)
    }

    // MARK: Gaps

    /// Returns the missing posts in words, with the key that loads it, and the cause of a failure below.
    private func gap(_ gap: OutlineGapRow, _ row: OutlineRow) -> [RowLine] {
        let own = columns.row(at: row.branch.depth)
        var right = TextLine()
        switch gap.activity {
        case .idle(let offer): right = keyed(keys[.open], offer, .dim)
        case .running(let text): right.append("\(glyphs.refresh) \(text)", theme[.gap])
        case .closed: break
        }
        let room = max(1, own.textWidth - right.width - 2)
        var left = TextLine("\(glyphs.uncovered)\(glyphs.uncovered) ", theme[.gap])
        left.append(gap.text, theme[.gap])
        left = glyphs.cut(left, to: room)
        let dashes = min(room, 60) - left.width - 1
        if dashes > 0 { left.append(" " + String(repeating: glyphs.uncovered, count: dashes), theme[.gap]) }
        let cause = gap.cause.map { TextWrap.lines($0, theme[.dim], width: max(1, own.measure)) } ?? []
        return [RowLine(left: left, right: right)] + cause.map { RowLine(left: $0) }
    }
}
