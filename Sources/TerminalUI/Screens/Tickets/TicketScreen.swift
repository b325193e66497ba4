import EngineConcepts
import TerminalKit
import ViewModels

/// The drawing of an open ticket.
struct TicketScreen: StyledDrawing {
    let appearance: Appearance
    let layout: TicketLayout
    let hints: [KeyHint]
    /// The keys for the next and previous ticket, as shown.
    let neighbourKeys: String
    /// The key that retries, as shown.
    let retryKey: String

    /// The maximum columns to the left of the text.
    private static let maximumMargin = 24

    /// The areas of the screen.
    struct Parts: Equatable {
        var top: Rect
        var text: Rect
        var scrollBar: Rect
        var bottom: Rect
    }

    /// Divides an area. On wide screens the text is centred; narrower screens reduce the margins first. The area of the
    /// text reaches to the right margin, because code and tables may be wider than running text.
    ///
    /// - Parameter measure: The maximum width of running text.
    static func parts(of area: Rect, measure: Int) -> Parts {
        var rest = Bars.content(of: area)
        let scrollBar = rest.cutRight(1)
        let minimumMargin = area.width < 60 ? 1 : 3
        let margin = max(minimumMargin, (rest.width - min(measure, rest.width)) / 2)
        rest.cutLeft(min(margin, maximumMargin))
        rest.cutRight(minimumMargin)
        return Parts(top: area.row(0), text: rest, scrollBar: scrollBar, bottom: area.row(area.height - 1))
    }

    /// Returns the maximum width of running text.
    func measure(of state: TicketState) -> Int {
        state.content?.reading.isFullWidth == true ? .max : appearance.readingWidth
    }

    func draw(_ state: TicketState, in area: Rect, of buffer: inout CellBuffer) {
        let parts = Self.parts(of: area, measure: measure(of: state))
        buffer.fill(area, style: theme[.text])
        if let content = draw(state.body, in: parts.text, of: &buffer) {
            let page = layout.laidOut(content, width: parts.text.width, raw: state.showsRaw)
            buffer.put(page.lines, from: state.scroll.offset, in: parts.text, over: theme[.text])
            drawPictures(of: content, on: page, state, in: parts.text, of: &buffer)
            drawLinks(of: content, state, in: parts.text, of: &buffer)
            drawMatch(of: content, state, in: parts.text, of: &buffer)
            drawScrollBar(state.scroll, in: parts.scrollBar, of: &buffer)
        }
        drawTop(state, in: parts.top, of: &buffer)
        drawBottom(state, in: parts.bottom, of: &buffer)
    }

    private func drawPictures(
        of content: TicketContent, on page: TicketPage, _ state: TicketState, in area: Rect,
        of buffer: inout CellBuffer
    ) {
        let painter = PicturePainter(appearance: appearance, retryKey: retryKey)
        let lines = state.scroll.offset..<state.scroll.offset + area.height
        for box in page.pictures where lines.overlaps(box.line..<box.line + box.size.lines) {
            let key = PictureKey(ticket: content.id, address: box.address, size: box.size)
            let point = Point(x: area.x + box.column, y: area.y + box.line - state.scroll.offset)
            painter.draw(state.pictures[key], at: point, columns: area.width - box.column, in: area, of: &buffer)
        }
    }

    /// Tells the terminal the addresses of visible links, and draws the letters that open them.
    private func drawLinks(
        of content: TicketContent, _ state: TicketState, in area: Rect, of buffer: inout CellBuffer
    ) {
        guard !state.showsRaw else { return }
        let lines = state.scroll.offset..<state.scroll.offset + area.height
        for number in layout.links(in: lines, of: content, width: area.width) {
            buffer.links[number] = content.link(number)?.url
        }
        guard let linkHints = state.linkHints else { return }
        var shown: Set<UInt16> = []
        for y in area.rows {
            for x in area.columns {
                let number = buffer[x, y].style.hyperlink
                guard number != 0, shown.insert(number).inserted, let label = linkHints.labels[number],
                    label.hasPrefix(linkHints.typed)
                else { continue }
                let rest = String(label.dropFirst(linkHints.typed.count))
                buffer.put(rest, at: Point(x: x, y: y), style: theme[.plate], in: area)
            }
        }
    }

    /// Draws a mark beside the line of the current match.
    private func drawMatch(
        of content: TicketContent, _ state: TicketState, in area: Rect, of buffer: inout CellBuffer
    ) {
        guard let position = state.find?.current, !state.showsRaw else { return }
        let line = layout.line(of: position, in: content, width: area.width) - state.scroll.offset
        guard (0..<area.height).contains(line) else { return }
        buffer.put(glyphs.selection, at: Point(x: area.x - 1, y: area.y + line), style: theme[.selectionMark])
    }

    private func drawTop(_ state: TicketState, in area: Rect, of buffer: inout CellBuffer) {
        var line = TextLine(" ", theme[.bar])
        if let content = state.content {
            let (glyph, role) = appearance.kind(content.kind)
            line.append("\(glyph) ", theme.style(role, over: .bar))
            line.append(content.source, theme[.bar].with(.bold))
        }
        var right = TextLine(state.position.map { "\($0)   " } ?? "", theme[.barDim])
        right.append("\(neighbourKeys) ", theme[.barFaint])
        bars.draw(line, area.width >= 60 ? right : TextLine(), in: area, of: &buffer)
    }

    private func drawBottom(_ state: TicketState, in area: Rect, of buffer: inout CellBuffer) {
        var right = TextLine()
        if !state.scroll.showsAll {
            let seen = min(100, (state.scroll.offset + state.scroll.height) * 100 / max(1, state.scroll.count))
            right = TextLine("\(seen) % ", theme[.barDim])
        }
        if state.linkHints != nil {
            let prompt = TextLine(" \(localizer(.hintPrompt))", theme.style(.title, over: .bar))
            return bars.draw(prompt, right, in: area, of: &buffer)
        }
        if let find = state.find, let words = find.typedWords {
            let line = line(of: find, words, width: area.width, right: right)
            return bars.draw(line, right, in: area, of: &buffer)
        }
        bars.bottom(hints: hints, right: right, in: area, of: &buffer)
    }

    /// Returns the words of a search in the text with the number of matches, and as many keys as fit before `right`.
    private func line(of find: TextFind, _ words: String, width: Int, right: TextLine) -> TextLine {
        let count =
            find.matches.isEmpty
            ? localizer(.findNothing) : localizer(.findCount, .number(find.index + 1), .number(find.matches.count))
        let counted = TextLine("   \(count)", theme[.barDim])
        // If there is no room for both, the end of the query is left out, not the count.
        var line = glyphs.cut(
            TextLine(" /\(words)", theme.style(.title, over: .bar)), to: max(2, width - counted.width))
        line.append(counted)
        let room = width - line.width - right.width - 6
        let keys = TextLine.hints(hints, columns: max(0, room), theme: theme)
        if !keys.isEmpty {
            line.append("   ", theme[.barDim])
            line.append(keys)
        }
        return line
    }
}
