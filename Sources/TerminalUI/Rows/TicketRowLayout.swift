import EngineConcepts
import TerminalKit
import ViewModels

/// Lays out the row of a ticket.
struct TicketRowLayout: StyledDrawing {
    let appearance: RenderStyle
    let columns: TimelineColumns
    let density: Density
    /// The key that reveals the text behind a content warning.
    let warningKey: String
    /// The key that opens a ticket muffled by a rule.
    let openKey: String

    private var styler: TextStyler { TextStyler(theme: theme) }

    /// The widths of the screen in columns from which on rows show more.
    private enum ScreenWidth {
        /// Badges beside the source.
        static let badges = 60
        /// The topics.
        static let topics = 80
        /// More names of topics, and the name of the rule that highlights.
        static let longNames = 100
    }

    /// Between the facts of the last line.
    private static let factSeparator = "   "
    /// An address or a list of other sources is left out if it would be shorter, in columns.
    private static let shortestFact = 12

    func lines(of row: TicketRow) -> RowLines {
        if density == .compact, appearance.rowTemplates[density] == nil {
            return RowLines(time: time(of: row), lines: [compactLine(of: row)], space: 0)
        }
        if case .muffled(let rule) = row.emphasis {
            return RowLines(
                time: time(of: row), lines: [muffled(row, by: rule, room: columns.textWidth)],
                space: density == .compact ? 0 : 1)
        }
        if let template = appearance.rowTemplates[density] { return lines(of: row, by: template) }
        var lines: [RowLine] = []
        if let context = row.context, !showsReplyInByline(row) {
            let line = appearance.line(of: context, row.contextKind)
            lines.append(RowLine(left: line.truncated(to: columns.textWidth, ellipsis: glyphs.ellipsis)))
        }
        lines += headline(of: row)
        if row.warning != nil {
            lines.append(RowLine(left: warning(of: row).truncated(to: columns.textWidth, ellipsis: glyphs.ellipsis)))
        }
        if let lifted = row.liftedWarning {
            let line = TextLine("\(glyphs.warning) \(lifted)", theme[.contentWarning])
            lines.append(RowLine(left: line.truncated(to: columns.textWidth, ellipsis: glyphs.ellipsis)))
        }
        var boxes: [PictureBox] = []
        if row.warning == nil {
            let layout = textWithPictures(of: row, maximumLines: textLines(of: row), from: lines.count)
            lines += layout.lines
            boxes = layout.boxes
            if let quote = row.quote { lines += self.quote(quote) }
        }
        if let footer = footer(of: row) { lines.append(footer) }
        return RowLines(time: time(of: row), lines: lines, space: 1, pictures: boxes)
    }

    func time(of row: TicketRow) -> String { columns.hasBriefTimes ? row.briefTime : row.time }

    /// Returns the content warning and the key that reveals the text.
    func warning(of row: TicketRow) -> TextLine {
        row.warning.map { appearance.line(ofWarning: $0, key: warningKey) } ?? TextLine()
    }

    /// Returns the text with its pictures beside or below it and their descriptions, if the text starts on `line` of
    /// the row.
    func textWithPictures(
        of row: TicketRow, maximumLines: Int, from line: Int
    ) -> (lines: [RowLine], boxes: [PictureBox]) {
        let pictures = RowPictures(
            row.pictures, hasText: !row.excerpt.isEmpty, density: density, columns: columns.measure)
        let text = body(
            of: row, base: row.marks.isRead ? .dim : .text, room: columns.measure, maximumLines: maximumLines,
            around: pictures.corner)
        var layout = pictures.layout(with: text, from: line)
        if !layout.boxes.isEmpty, let caption = caption(of: row.pictures) { layout.lines.append(caption) }
        return layout
    }

    /// Returns the descriptions of the pictures in one line, or `nil` if there are none.
    private func caption(of pictures: [TicketPicture]) -> RowLine? {
        let descriptions = pictures.compactMap(\.alternativeText).joined(separator: " \(glyphs.dot) ")
        guard !descriptions.isEmpty else { return nil }
        let line = TextLine("\(glyphs.media) \(descriptions)", theme[.caption].withoutBackground)
        return RowLine(left: line.truncated(to: columns.measure, ellipsis: glyphs.ellipsis))
    }

    // MARK: Muffled tickets

    /// Returns one dim line for a ticket that a rule muffles, with the key that shows it.
    func muffled(_ row: TicketRow, by rule: String, room: Int) -> RowLine {
        var right = TextLine("\(openKey) ", theme[.key].withoutBackground)
        right.append(localizer(.showWarned), theme[.faint])
        var line = TextLine("\(localizer(.muffledBadge)) \(glyphs.dot) ", theme[.muffled])
        line.append("“\(rule)”: ", theme[.muffled])
        let headline =
            switch row.headline {
            case .title(let title): title
            case .byline(let byline): "\(byline.name)  \(row.excerpt.blocks.first?.text ?? "")"
            }
        line.append(headline, theme[.faint])
        return RowLine(
            left: line.truncated(to: max(1, room - right.width - 2), ellipsis: glyphs.ellipsis), right: right)
    }

    // MARK: The first line

    private func headline(of row: TicketRow) -> [RowLine] {
        let source = source(of: row)
        let room = columns.textWidth - source.width - 2
        var lines = titleLines(of: row, room: max(room, columns.textWidth / 2)).map { RowLine(left: $0) }
        guard let first = lines.first else { return [RowLine(right: source)] }
        if first.left.width + 2 + source.width <= columns.textWidth {
            lines[0].right = source
        } else {
            lines[0].right = source.truncated(
                to: max(0, columns.textWidth - first.left.width - 2), ellipsis: glyphs.ellipsis)
        }
        return lines
    }

    private func titleLines(of row: TicketRow, room: Int) -> [TextLine] {
        switch row.headline {
        case .title(let title):
            return TextWrap.lines(
                StyledString(title, base: theme[titleRole(row)].withoutBackground),
                TextWrap.Options(width: room, maximumLines: density == .roomy ? 3 : 2, ellipsis: glyphs.ellipsis))
        case .byline(let byline):
            var line = TextLine(showsReplyInByline(row) ? "\(glyphs.reply) " : "", theme[.boost])
            line.append(self.byline(byline, row: row, room: room - line.width))
            return [line.truncated(to: room, ellipsis: glyphs.ellipsis)]
        }
    }

    /// Returns true for a reply with an author, which a symbol before the name says. Other reasons have a line of their
    /// own.
    private func showsReplyInByline(_ row: TicketRow) -> Bool {
        guard row.contextKind == .reply, case .byline = row.headline else { return false }
        return true
    }

    func titleRole(_ row: TicketRow) -> Role { row.marks.isRead ? .text : .title }

    /// Returns the title, or the author's name if there is none.
    func title(of row: TicketRow) -> TextLine {
        switch row.headline {
        case .title(let title): TextLine(title, theme[titleRole(row)].withoutBackground)
        case .byline(let byline): TextLine(byline.name, theme[row.marks.isRead ? .text : .byline].withoutBackground)
        }
    }

    /// Returns the author with the notes on them. If the room is short, a note is worth more than the handle.
    func byline(_ byline: Presentation.Byline, row: TicketRow, room: Int) -> TextLine {
        var line = TextLine(byline.name, theme[row.marks.isRead ? .text : .byline].withoutBackground)
        if byline.isVerified { line.append(" \(glyphs.verified)", theme[.verified]) }
        let notes = appearance.line(of: notes(on: row), room: room - line.width - 2)
        let handle = byline.handle.map { "  \($0)" } ?? ""
        if notes.isEmpty || line.width + TextWidth.width(of: handle) + 2 + notes.width <= room {
            line.append(handle, theme[.faint])
        }
        guard !notes.isEmpty else { return line }
        line.append("  ")
        line.append(notes)
        return line
    }

    /// Returns the notes on the author of the row that there is room for.
    func notes(on row: TicketRow) -> [NoteText] { appearance.notes(row.notes, in: columns.width) }

    /// Returns the marks, the source's symbol and its name.
    private func source(of row: TicketRow) -> TextLine {
        let (glyph, role) = appearance.kind(row.kind)
        var line = marks(of: row)
        line.append("\(glyph) ", theme[role])
        let name = TextWidth.truncated(row.source, to: max(8, columns.textWidth / 3), ellipsis: glyphs.ellipsis)
        line.append(name, theme[.dim])
        if columns.width >= ScreenWidth.topics, let topics = topics(of: row) {
            line.append("  ")
            line.append(topics)
        }
        return line
    }

    /// Returns the marks for late, edited and highlighted tickets, with two spaces after each.
    func badges(of row: TicketRow) -> TextLine {
        var line = TextLine()
        if columns.width >= ScreenWidth.badges {
            for badge in row.badges { line.append("\(badge)  ", theme[.warning]) }
        }
        if case .highlighted(let rule) = row.emphasis {
            let mark = columns.width >= ScreenWidth.longNames ? "\(glyphs.highlight) \(rule)" : glyphs.highlight
            line.append(" \(mark) ", theme[.match])
            line.append("  ")
        }
        return line
    }

    /// Returns the badges and the user's marks.
    func marks(of row: TicketRow) -> TextLine {
        var line = badges(of: row)
        line.append(userMarks(of: row))
        return line
    }

    /// Returns the user's marks and reactions, with a space after each.
    func userMarks(of row: TicketRow) -> TextLine {
        var line = appearance.line(of: row.reactions)
        if row.marks.isStarred { line.append("\(glyphs.star) ", theme[.star]) }
        if row.marks.isLater { line.append("\(glyphs.later) ", theme[.star]) }
        return line
    }

    /// Returns the topics of the ticket in at most `room` columns, or `nil` if it has none.
    func topics(of row: TicketRow, room: Int = .max) -> TextLine? {
        guard !row.topics.isEmpty else { return nil }
        let names = columns.width < ScreenWidth.longNames ? 20 : 28
        let text = FittedNames(row.topics, glyphs: glyphs).text(in: min(room, names))
        return TextLine(text, theme[.faint])
    }

    // MARK: The text

    private func textLines(of row: TicketRow) -> Int {
        switch (density, row.title == nil) {
        case (.compact, _): 0
        case (.regular, true): 4
        case (.regular, false): 2
        case (.roomy, _): 7
        }
    }

    /// Returns the beginning of the text in at most `maximumLines` lines of `room` columns.
    func body(
        of row: TicketRow, base: Role, room: Int, maximumLines: Int, around corner: TextWrap.Corner? = nil
    ) -> [RowLine] {
        guard let block = row.excerpt.blocks.first else { return [] }
        let lines = TextWrap.lines(
            styler.string(block, base: base),
            TextWrap.Options(
                width: max(1, room), maximumLines: maximumLines, ellipsis: glyphs.ellipsis, corner: corner))
        return lines.map { RowLine(left: $0) }
    }

    func quote(_ quote: QuoteRow) -> [RowLine] {
        let corners = glyphs.quoteCorners
        var head = TextLine("\(corners.top) ", theme[.rule])
        head.append(quote.name, theme[.text].withoutBackground.with(.bold))
        if let time = quote.time { head.append("  \(time)", theme[.faint]) }
        guard let block = quote.excerpt.blocks.first else { return [RowLine(left: head)] }
        let bar = TextLine("\(glyphs.vertical) ", theme[.rule])
        var lines = TextWrap.lines(
            styler.string(block, base: .dim),
            TextWrap.Options(
                width: columns.measure, firstPrefix: bar, restPrefix: bar, maximumLines: density == .roomy ? 4 : 2,
                ellipsis: glyphs.ellipsis))
        if let last = lines.popLast() {
            var closed = TextLine("\(corners.bottom) ", theme[.rule])
            for run in last.runs.dropFirst() { closed.append(run.text, run.style) }
            lines.append(closed)
        }
        return ([head.truncated(to: columns.measure, ellipsis: glyphs.ellipsis)] + lines).map { RowLine(left: $0) }
    }

    // MARK: The last line

    /// Counts and the notes on the author of an article at the left, the address at the right. An article with its text
    /// needs no address, nor does a post whose address is only its own page.
    private func footer(of row: TicketRow) -> RowLine? {
        let facts = factsAndNotes(of: row)
        let wantsLink = !row.linksToItself && (!facts.isEmpty || row.excerpt.isEmpty || density == .roomy)
        return footer(facts, link: wantsLink ? row.link : nil)
    }

    /// Returns a line of facts and an address, which is left out without room, or `nil` if there are neither.
    func footer(_ facts: TextLine, link: String?) -> RowLine? {
        guard !facts.isEmpty || link != nil else { return nil }
        var line = RowLine(left: facts)
        let room = columns.textWidth - facts.width - (facts.isEmpty ? 0 : Self.factSeparator.count)
        if let link, room >= Self.shortestFact {
            line.right = TextLine(TextWidth.truncated(link, to: room, ellipsis: glyphs.ellipsis), theme[.link])
        }
        return line
    }

    /// Returns the counts, and below a title the author's name with the notes.
    private func factsAndNotes(of row: TicketRow) -> TextLine {
        var line = facts(of: row, room: columns.textWidth)
        guard row.title != nil, let byline = row.byline, !notes(on: row).isEmpty else { return line }
        let separator = line.isEmpty ? "" : Self.factSeparator
        let room = columns.textWidth - line.width - separator.count
        let name = TextWidth.truncated(byline.name, to: max(0, room / 3), ellipsis: glyphs.ellipsis)
        let notes = appearance.line(of: notes(on: row), room: room - TextWidth.width(of: name) - 2)
        guard !notes.isEmpty else { return line }
        line.append(separator)
        line.append("\(name)  ", theme[.dim])
        line.append(notes)
        return line
    }

    /// Returns the counts that fit into `room` columns and, with `withStory`, the other sources of the story.
    func facts(of row: TicketRow, room: Int, withStory: Bool = true) -> TextLine {
        var line = TextLine()
        for fact in row.facts {
            let piece = appearance.line(of: fact)
            let separator = line.isEmpty ? "" : Self.factSeparator
            guard line.width + separator.count + piece.width <= room else { break }
            line.append(separator)
            line.append(piece)
        }
        guard withStory, let alsoOn = row.alsoOn else { return line }
        let separator = line.isEmpty ? "" : Self.factSeparator
        let left = room - line.width - separator.count
        guard left >= Self.shortestFact else { return line }
        line.append(separator)
        let text = TextWidth.truncated("\(glyphs.duplicate) \(alsoOn)", to: left, ellipsis: glyphs.ellipsis)
        line.append(text, theme[.faint])
        return line
    }
}
