import TerminalKit

/// The drawing of lines as a sheet at the bottom of another screen, above the line for text.
struct OverlayLines: StyledDrawing {
    let appearance: Appearance

    /// Returns the number of rows for `lines` lines, with the rule above and the line for text below.
    static func height(of lines: Int, in area: Rect) -> Int {
        let shown = min(lines, max(0, area.height - 3))
        return min(area.height, shown + 2)
    }

    /// Draws a rule and as many of `lines` as fit, around `cursor`.
    ///
    /// - Parameter selected: The index of the selected line, or `nil` if there is none.
    func draw(_ lines: [TextLine], cursor: Int = 0, selected: Int? = nil, in area: Rect, of buffer: inout CellBuffer) {
        draw(lines.count, cursor: cursor, selected: selected, in: area, of: &buffer) { lines[$0] }
    }

    /// Draws a rule and as many of `count` lines as fit, around `cursor`.
    ///
    /// - Parameters:
    ///   - selected: The index of the selected line, or `nil` if there is none.
    ///   - footer: A last line that is always visible if there is room for another one, or `nil`.
    ///   - line: Returns the line with an index. Called for visible lines only.
    func draw(
        _ count: Int, cursor: Int, selected: Int?, footer: TextLine? = nil, in area: Rect, of buffer: inout CellBuffer,
        line: (Int) -> TextLine
    ) {
        var rest = area
        rest.cutBottom(1)
        var listArea = rest.cutBottom(min(count + (footer == nil ? 0 : 1), rest.height - 2))
        if rest.height > 1 {
            buffer.fill(rest.cutBottom(1), with: glyphs.line, style: theme.style(.rule, over: .modal))
        }
        buffer.fill(listArea, style: theme[.modal])
        if let footer, listArea.height > 1 {
            buffer.put([footer], in: listArea.cutBottom(1), over: theme[.modal], ellipsis: glyphs.ellipsis)
        }
        let first = listArea.firstLine(showing: cursor, of: count)
        let visible = (first..<min(count, first + listArea.height)).map { line($0) }
        var textArea = listArea
        textArea.cutRight(1)
        buffer.put(visible, in: textArea, over: theme[.modal], ellipsis: glyphs.ellipsis)
        guard let selected else { return }
        // The selection lies over the text, which has the background of the sheet.
        buffer.drawSelected(listArea.row(selected - first), theme: theme, glyphs: glyphs) { _ in }
    }
}
