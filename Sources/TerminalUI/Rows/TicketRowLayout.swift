import EngineConcepts
import TerminalKit
import ViewModels

/// Lays out the row of a ticket.
struct TicketRowLayout: StyledDrawing {
    let appearance: Appearance
    let columns: RowColumns
    let density: Density
    let keys: ShownKeys

    private var styler: TextStyler { TextStyler(theme: theme) }

    func lines(of row: TicketRow) -> RowLines {
        if density == .compact, appearance.rowTemplates[density] == nil {
            return RowLines(time: time(of: row), lines: [compactLine(of: row)], space: density.rowSpace)
        }
        if case .muffled(let rule) = row.emphasis {
            return RowLines(
                time: time(of: row), lines: [muffled(row, by: rule, room: columns.textWidth)],
                space: density.rowSpace)
        }
        if let template = appearance.rowTemplates[density] { return lines(of: row, by: template) }
        let headline = headline(of: row)
        var lines: [RowLine] = []
        if let context = row.context, !headline.isReplyWithAuthor {
            lines.append(rowLine(appearance.line(of: context), cutTo: columns.textWidth))
        }
        lines += headline.lines
        if row.warning != nil { lines.append(rowLine(warning(of: row), cutTo: columns.textWidth)) }
        if let lifted = row.liftedWarning {
            let line = TextLine("\(glyphs.warning) \(lifted)", theme[.contentWarning])
            lines.append(rowLine(line, cutTo: columns.textWidth))
        }
        var boxes: [PictureBox] = []
        if row.warning == nil {
            let layout = textWithPictures(of: row, maximumLines: textLines(of: row), from: lines.count)
            lines += layout.lines
            boxes = layout.boxes
            if let quote = row.quote { lines += self.quote(quote) }
        }
        if let footer = footer(of: row).line { lines.append(footer) }
        return RowLines(
            time: time(of: row), clock: columns.hasBriefTimes ? row.time.clock ?? "" : "", lines: lines,
            space: density.rowSpace, pictures: boxes)
    }

    func headline(of row: TicketRow) -> TicketHeadline {
        TicketHeadline(appearance: appearance, columns: columns, density: density, row: row)
    }

    func footer(of row: TicketRow) -> TicketFooter {
        TicketFooter(appearance: appearance, columns: columns, density: density, row: row)
    }

    func time(of row: TicketRow) -> String { columns.hasBriefTimes ? row.time.brief : row.time.text }

    /// Returns the content warning and the key that reveals the text.
    func warning(of row: TicketRow) -> TextLine {
        row.warning.map { appearance.line(ofWarning: $0, key: keys[.toggleWarning]) } ?? TextLine()
    }

    /// Returns the text with its pictures beside or below it and their descriptions, if the text starts on `line` of the row.
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
        return rowLine(line, cutTo: columns.measure)
    }

    // MARK: Muffled tickets

    /// Returns one dim line for a ticket that a rule muffles, with the key that shows it.
    func muffled(_ row: TicketRow, by rule: String, room: Int) -> RowLine {
        var right = TextLine("\(keys[.open]) ", theme[.key].withoutBackground)
        right.append(localizer(.showWarned), theme[.faint])
        var line = TextLine("\(localizer(.muffledBadge)) \(glyphs.dot) ", theme[.muffled])
        line.append("\(localizer(.quotedName, .text(rule))): ", theme[.muffled])
        let headline =
            switch row.headline {
            case .title(let title): title
            case .byline(let byline): "\(byline.name)  \(row.excerpt.blocks.first?.text ?? "")"
            }
        line.append(headline, theme[.faint])
        return RowLine(left: glyphs.cut(line, to: max(1, room - right.width - 2)), right: right)
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
        var options = TextWrap.Options(
            width: max(1, room), maximumLines: maximumLines, ellipsis: glyphs.ellipsis, corner: corner)
        options.alignsToDirection = true
        return TextWrap.lines(styler.string(block, base: base), options).map { RowLine(left: $0) }
    }

    func quote(_ quote: QuoteText) -> [RowLine] {
        let corners = glyphs.quoteCorners
        var head = TextLine("\(corners.top) ", theme[.rule])
        head.append(quote.name, theme[.text].withoutBackground.with(.bold))
        if let time = quote.time { head.append("  \(time)", theme[.faint]) }
        guard let block = quote.text.blocks.first else { return [RowLine(left: head)] }
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
        return ([glyphs.cut(head, to: columns.measure)] + lines).map { RowLine(left: $0) }
    }
}
