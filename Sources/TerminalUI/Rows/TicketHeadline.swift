import EngineConcepts
import TerminalKit
import ViewModels

/// The first lines of a ticket's row: the title or the author, and the source with the marks.
struct TicketHeadline: StyledDrawing {
    let appearance: Appearance
    let columns: RowColumns
    let density: Density
    let row: TicketRow

    /// The widths of the screen in columns from which on rows show more.
    private enum ScreenWidth {
        /// Badges beside the source.
        static let badges = 60
        static let topics = 80
        /// More names of topics, and the name of the rule that highlights also beside a title that it shortens.
        static let longNames = 100
    }

    /// The title or the author, with the source at the right of the first line.
    var lines: [RowLine] {
        let end = sourceWithMarks(namesRule: columns.width >= ScreenWidth.longNames || hasRoomForRule)
        let room = columns.textWidth - end.width - 2
        var lines = titleLines(room: max(room, columns.textWidth / 2)).map { RowLine(left: $0) }
        guard let first = lines.first else { return [RowLine(right: end)] }
        if first.left.width + 2 + end.width <= columns.textWidth {
            lines[0].right = end
        } else {
            lines[0].right = glyphs.cut(end, to: max(0, columns.textWidth - first.left.width - 2))
        }
        return lines
    }

    /// True if the name of the rule that highlights fits beside the whole title or author.
    private var hasRoomForRule: Bool {
        guard case .highlighted = row.emphasis else { return false }
        let start =
            switch row.headline {
            case .title: title.width
            case .byline(let byline): self.byline(byline, room: columns.textWidth).width
            }
        return start + 2 + sourceWithMarks(namesRule: true).width <= columns.textWidth
    }

    private func titleLines(room: Int) -> [TextLine] {
        switch row.headline {
        case .title(let title):
            return wrapped(
                title, in: theme[titleRole].withoutBackground, room: room, maximumLines: density == .roomy ? 3 : 2)
        case .byline(let byline):
            var line = TextLine(isReplyWithAuthor ? "\(glyphs.reply) " : "", theme[.boost])
            line.append(self.byline(byline, room: room - line.width))
            return [glyphs.cut(line, to: room)]
        }
    }

    /// Returns the lines of a title. One that runs from right to left begins at the right like its text, and its lines are no
    /// longer than those of the text.
    func wrapped(_ title: String, in style: Style, room: Int, maximumLines: Int) -> [TextLine] {
        func wrapped(to width: Int) -> [TextLine] {
            TextWrap.lines(
                title, style, width: width, maximumLines: maximumLines, ellipsis: glyphs.ellipsis,
                alignsToDirection: true)
        }
        let lines = wrapped(to: room)
        let isTooWide = room > columns.measure && lines.contains(where: \.runsFromRightToLeft)
        return isTooWide ? wrapped(to: columns.measure) : lines
    }

    /// True for a reply with an author, which a symbol before the name says. Other reasons why a ticket is here have a line
    /// of their own.
    var isReplyWithAuthor: Bool { if row.context?.kind == .reply, case .byline = row.headline { true } else { false } }

    var titleRole: Role { row.marks.isRead ? .text : .title }

    /// The role of the author's name.
    var nameRole: Role { row.marks.isRead ? .text : .byline }

    /// The title, or the author's name if there is none.
    var title: TextLine {
        switch row.headline {
        case .title(let title): TextLine(title, theme[titleRole].withoutBackground)
        case .byline(let byline): TextLine(byline.name, theme[nameRole].withoutBackground)
        }
    }

    /// Returns the author with the notes on them. If there is no room for both, the handle is left out.
    ///
    /// - Parameter role: The role of the name, or `nil` for the usual one.
    func byline(_ byline: Presentation.Byline, as role: Role? = nil, room: Int) -> TextLine {
        var line = TextLine(byline.name, theme[role ?? nameRole].withoutBackground)
        if byline.isVerified { line.append(" \(glyphs.verified)", theme[.verified]) }
        let notes = appearance.line(of: self.notes, room: room - line.width - 2)
        let handle = byline.handle.map { "  \($0)" } ?? ""
        if notes.isEmpty || line.width + TextWidth.width(of: handle) + 2 + notes.width <= room {
            line.append(handle, theme[.faint])
        }
        guard !notes.isEmpty else { return line }
        line.append("  ")
        line.append(notes)
        return line
    }

    /// The notes on the author that there is room for.
    var notes: [NoteText] { appearance.notes(row.notes, in: columns.width) }

    /// Returns the marks, the source's symbol and its name, and the topics.
    private func sourceWithMarks(namesRule: Bool) -> TextLine {
        var line = badges(namesRule: namesRule) + userMarks + appearance.symbol(of: row.kind)
        let name = glyphs.cut(row.source, to: max(8, columns.textWidth / 3))
        line.append(name, theme[.dim])
        if columns.width >= ScreenWidth.topics, let topics = topics() {
            line.append("  ")
            line.append(topics)
        }
        return line
    }

    /// The marks for late, edited and highlighted tickets, with two spaces after each.
    var badges: TextLine { badges(namesRule: columns.width >= ScreenWidth.longNames) }

    private func badges(namesRule: Bool) -> TextLine {
        var line = TextLine()
        if columns.width >= ScreenWidth.badges {
            for badge in row.badges { line.append("\(badge)  ", theme[.warning]) }
            if let edited = row.editedBadge { line.append("\(edited)  ", theme[.faint]) }
        }
        if case .highlighted(let rule) = row.emphasis {
            let mark = namesRule ? "\(glyphs.highlight) \(rule)" : glyphs.highlight
            line.append(" \(mark) ", theme[.match])
            line.append("  ")
        }
        return line
    }

    var marks: TextLine { badges + userMarks }

    /// The user's marks and reactions, with a space after each.
    var userMarks: TextLine {
        var line = appearance.line(of: row.reactions)
        if row.marks.isStarred { line.append("\(glyphs.star) ", theme[.star]) }
        if row.marks.isLater { line.append("\(glyphs.later) ", theme[.star]) }
        return line
    }

    /// Returns the topics of the ticket in at most `room` columns, or `nil` if it has none.
    func topics(room: Int = .max) -> TextLine? {
        guard !row.topics.isEmpty else { return nil }
        let names = columns.width < ScreenWidth.longNames ? 20 : 28
        return TextLine(glyphs.joined(row.topics, to: min(room, names)), theme[.faint])
    }
}
