import TerminalKit
import ViewModels

/// The top and bottom bars of all screens.
struct Bars: StyledDrawing {
    let appearance: Appearance

    /// Returns the area between the bars. With enough room, a line below the top bar is left empty.
    static func content(of area: Rect) -> Rect {
        var rest = area
        rest.cutTop(area.height >= 16 ? 2 : 1)
        rest.cutBottom(1)
        return rest
    }

    /// Draws the top bar of a screen above the timeline: the program's name, the screen's name and a summary.
    ///
    /// - Parameter brief: The summary where there is no room for all of it, or `nil` to cut it.
    func top(
        title: String, summary: String = "", brief: String? = nil, right: TextLine = TextLine(), in area: Rect,
        of buffer: inout CellBuffer
    ) {
        var line = programName(in: area)
        line.append("   \(title)", theme.style(.title, over: .bar))
        if !summary.isEmpty {
            let room = area.width - line.width - 3 - (right.isEmpty ? 0 : right.width + 2)
            let shown = TextWidth.width(of: summary) <= room ? summary : brief ?? summary
            line.append("   \(shown)", theme[.barDim])
        }
        draw(line, right, in: area, of: &buffer)
    }

    /// Draws a bar with text at both ends. Without room for both, the right end is left out.
    func draw(_ left: TextLine, _ right: TextLine, in area: Rect, of buffer: inout CellBuffer) {
        buffer.fill(area, style: theme[.bar])
        let room = right.isEmpty ? area.width : max(0, area.width - right.width - 2)
        let fits = Self.fit(left, right, width: area.width)
        buffer.put(glyphs.cut(left, to: fits ? room : area.width), at: area.origin, over: theme[.bar], in: area)
        if fits { buffer.put(right, rightIn: area, over: theme[.bar]) }
    }

    /// Returns true if the right end of a bar fits beside the shortest useful left end.
    static func fit(_ left: TextLine, _ right: TextLine, width: Int) -> Bool {
        let room = right.isEmpty ? width : max(0, width - right.width - 2)
        return left.width <= room || right.width + 12 <= width / 2
    }

    /// Returns the program's name, or only its symbol on narrow screens.
    func programName(in area: Rect) -> TextLine {
        TextLine(area.width >= 50 ? " \(glyphs.plate) fiber " : " \(glyphs.plate) ", theme[.plate])
    }

    /// Draws the bottom bar: key hints on the left, the state on the right, which is left out if no hint fits beside it.
    func bottom(hints: [KeyHint], right: TextLine = TextLine(), in area: Rect, of buffer: inout CellBuffer) {
        let room = area.width - 1 - (right.isEmpty ? 0 : right.width + 3)
        var keys = TextLine.hints(hints, columns: max(room, 0), theme: theme)
        var right = right
        if keys.isEmpty, !hints.isEmpty {
            keys = .hints(hints, columns: max(area.width - 1, 0), theme: theme)
            if !keys.isEmpty { right = TextLine() }
        }
        draw(TextLine(" ", theme[.bar]) + keys, right, in: area, of: &buffer)
    }

    /// Draws a question that the next key answers in place of the bottom bar of an area, with more rows where it does not fit
    /// into one: the keys at its end have to be visible.
    func question(_ text: String, atBottomOf area: Rect, of buffer: inout CellBuffer) {
        let lines = questionLines(text, width: area.width).suffix(questionHeight(text, in: area))
        for (row, line) in zip((area.height - lines.count)..., lines) {
            draw(TextLine(" ", theme[.bar]) + line, TextLine(), in: area.row(row), of: &buffer)
        }
    }

    /// Returns the number of rows at the bottom of an area that a question takes. The top bar stays.
    func questionHeight(_ text: String, in area: Rect) -> Int {
        min(questionLines(text, width: area.width).count, max(1, area.height - 1))
    }

    private func questionLines(_ text: String, width: Int) -> [TextLine] {
        TextWrap.lines(
            "\(glyphs.warning) \(text)", theme.style(.warning, over: .bar).with(.bold), width: max(1, width - 1))
    }

    /// Draws a title and a hint in the middle of an empty screen.
    func middle(_ title: String, _ lines: [String], role: Role = .title, in area: Rect, of buffer: inout CellBuffer) {
        var y = area.y + max(0, (area.height - 2 - lines.count) * 2 / 5)
        func put(_ text: String, _ style: Style) {
            for line in TextWrap.lines(text, style, width: max(1, min(area.width - 4, 72))) where y < area.maxY {
                buffer.put(line, at: Point(x: area.x + (area.width - line.width) / 2, y: y), in: area)
                y += 1
            }
        }
        put(title, theme[role])
        y += 1
        for line in lines { put(line, theme[.dim]) }
    }
}
