import EngineConcepts
import TerminalKit
import ViewModels

/// Draws the screens that are lists: links, help and messages.
struct ListScreens: StyledDrawing {
    let appearance: RenderStyle
    let hints: [KeyHint]

    /// The area of the list.
    static func content(of area: Rect) -> Rect {
        var rest = area
        _ = rest.cutTop(area.height >= 16 ? 2 : 1)
        _ = rest.cutBottom(1)
        return rest.inset(horizontal: area.width < 60 ? 1 : 2)
    }

    // MARK: Links

    func draw(_ state: LinksState, in area: Rect, of buffer: inout CellBuffer) {
        let content = frame(
            title: state.title, remark: state.links.map { String($0.count) } ?? "", in: area, of: &buffer)
        guard let links = state.links else { return }
        guard !links.isEmpty else { return bars.middle(state.emptyText, [], role: .dim, in: content, of: &buffer) }
        let lines = links.enumerated()
            .flatMap { index, link -> [ListLine] in
                var first = TextLine("\(link.number)".leftPadded(to: 3), theme[.accent])
                first.append("  \(link.text)", theme[.title])
                if !link.details.isEmpty { first.append("  \(link.details)", theme[.dim]) }
                var second = TextLine("     ")
                second.append(link.url, theme[.link])
                return [first, second].map { ListLine($0, row: index, isCurrent: index == state.cursor) }
            }
        drawCursorLines(lines, cursor: state.cursor * 2 + 1, in: content, of: &buffer)
    }

    // MARK: Help

    /// The help's list starts below the filter line while that is open.
    func draw(_ state: HelpState, input: InputLine?, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let content = frame(title: state.title, remark: state.search, in: area, of: &buffer)
        if let empty = state.emptyText { bars.middle(empty, [], role: .dim, in: content, of: &buffer) }
        let column = min(22, state.sections.flatMap(\.entries).map { TextWidth.width(of: $0.keys) }.max() ?? 0)
        let lines = state.sections.flatMap { section -> [TextLine] in
            [TextLine(section.title, theme[.heading])]
                + section.entries.map { helpLine($0, column: column, width: content.width - 1) } + [TextLine()]
        }
        buffer.put(lines, from: state.scroll.offset, in: content, over: theme[.text])
        scrollBar(state.scroll, in: area, of: &buffer)
        return input.map { drawInput($0, prompt: "/", in: area, of: &buffer) }
    }

    /// The keys, their description, and on the right the name of the command if there is room.
    private func helpLine(_ entry: HelpEntry, column: Int, width: Int) -> TextLine {
        var line = TextLine("  \(entry.keys)", theme[.text].withoutBackground.with(.bold))
        line.pad(to: column + 4)
        line.append(entry.help, theme[.dim])
        let name = TextWidth.width(of: entry.command)
        guard line.width + 2 + name <= width else { return line.truncated(to: width, ellipsis: glyphs.ellipsis) }
        line.pad(to: width - name)
        line.append(entry.command, theme[.faint])
        return line
    }

    // MARK: Messages

    func lines(of state: MessagesState, width: Int) -> [TextLine] {
        state.rows.flatMap { row -> [TextLine] in
            var prefix = TextLine(row.time.leftPadded(to: 12) + "  ", theme[.faint])
            prefix.append(
                row.kind == .problem ? "\(glyphs.warning) " : "\(glyphs.dot) ",
                theme[row.kind == .problem ? .warning : .ok])
            var rest = TextLine()
            rest.pad(to: prefix.width)
            return TextWrap.lines(
                StyledString(row.text, base: theme[.text].withoutBackground),
                TextWrap.Options(width: width, firstPrefix: prefix, restPrefix: rest))
        }
    }

    func draw(_ state: MessagesState, in area: Rect, of buffer: inout CellBuffer) {
        let content = frame(title: state.title, remark: String(state.rows.count), in: area, of: &buffer)
        guard !state.rows.isEmpty else { return bars.middle(state.emptyText, [], role: .dim, in: content, of: &buffer) }
        let lines = lines(of: state, width: content.width)
        buffer.put(lines, from: state.scroll.offset, in: content, over: theme[.text])
        scrollBar(state.scroll, in: area, of: &buffer)
    }

    // MARK: Common

    func frame(title: String, remark: String, in area: Rect, of buffer: inout CellBuffer) -> Rect {
        buffer.fill(area, style: theme[.text])
        bars.top(title: title, remark: remark, in: area.row(0), of: &buffer)
        bars.bottom(hints: hints, in: area.row(area.height - 1), of: &buffer)
        return Self.content(of: area)
    }

    /// Draws the lines of a list around its line `cursor`. A click on one chooses its row.
    func drawCursorLines(_ lines: [ListLine], cursor: Int, in area: Rect, of buffer: inout CellBuffer) {
        let first = area.firstLine(showing: cursor, of: lines.count)
        for (row, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
            let place = area.row(row)
            if let index = line.row { buffer.overlay(Style.plain.clicked(.row(index)), on: place) }
            if line.isCurrent {
                buffer.overlay(theme[.selection], on: place)
                buffer.put(glyphs.selection, at: place.origin, style: theme[.selectionMark], in: place)
            }
            buffer.put(
                line.text.truncated(to: place.width - 1, ellipsis: glyphs.ellipsis),
                at: Point(x: place.x + 1, y: place.y),
                in: place)
        }
    }

    /// Draws a text line in place of the bottom bar.
    @discardableResult
    func drawInput(_ input: InputLine, prompt: String, in area: Rect, of buffer: inout CellBuffer) -> Point {
        var row = area.row(area.height - 1)
        buffer.fill(row, style: theme[.input])
        let label = row.cutLeft(min(TextWidth.width(of: prompt) + 2, row.width * 2 / 3))
        let words = TextWidth.truncated(prompt, to: max(0, label.width - 2), ellipsis: glyphs.ellipsis)
        buffer.put(" \(words) ", at: label.origin, style: theme.style(.accent, over: .input), in: label)
        return input.draw(in: row, of: &buffer, style: theme[.input])
    }

    /// The area of the scroll bar.
    static func scrollBar(of area: Rect) -> Rect {
        let content = content(of: area)
        return Rect(x: area.maxX - 1, y: content.y, width: 1, height: content.height)
    }

    private func scrollBar(_ scroll: PageScroll, in area: Rect, of buffer: inout CellBuffer) {
        let bar = Self.scrollBar(of: area)
        buffer.scrollBar(
            in: bar, offset: scroll.offset, visible: scroll.height, count: scroll.count, theme: theme, glyphs: glyphs)
    }
}

/// A line of a list.
struct ListLine {
    let text: TextLine
    /// The index of the row that it belongs to, or `nil` if a click on it has no effect.
    let row: Int?
    /// True if the cursor is on its row.
    let isCurrent: Bool

    init(_ text: TextLine, row: Int? = nil, isCurrent: Bool = false) {
        self.text = text
        self.row = row
        self.isCurrent = isCurrent
    }
}

extension String {
    /// The text with leading spaces, so that it takes `columns` columns.
    func leftPadded(to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - TextWidth.width(of: self))) + self
    }
}
