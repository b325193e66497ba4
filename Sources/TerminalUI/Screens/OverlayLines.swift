import TerminalKit

/// Draws lines as a sheet at the bottom of another screen, above the line for text.
struct OverlayLines {
    let appearance: RenderStyle

    /// The number of rows for `lines` lines, with the rule above and the line for text below.
    static func height(of lines: Int, in area: Rect) -> Int {
        let shown = min(lines, max(0, area.height - 3))
        return min(area.height, shown + 2)
    }

    /// Draws a rule and as many of `lines` as fit, around `cursor`.
    func draw(_ lines: [TextLine], cursor: Int = 0, in area: Rect, of buffer: inout CellBuffer) {
        let theme = appearance.theme
        let room = max(0, area.height - 3)
        let first = max(0, min(cursor - room + 1, lines.count - room))
        let shown = lines.dropFirst(first).prefix(room)
        let top = area.maxY - 1 - shown.count
        if top - 1 > area.y {
            let rule = Rect(x: area.x, y: top - 1, width: area.width, height: 1)
            buffer.fill(rule, style: theme[.modal])
            buffer.put(
                TextLine(
                    String(repeating: appearance.glyphs.line, count: area.width), theme.style(.rule, over: .modal)),
                at: rule.origin, in: rule)
        }
        for (index, line) in shown.enumerated() {
            let row = Rect(x: area.x, y: top + index, width: area.width, height: 1)
            buffer.fill(row, style: theme[.modal])
            buffer.put(
                line.truncated(to: row.width, ellipsis: appearance.glyphs.ellipsis), at: row.origin,
                over: theme[.modal],
                in: row)
        }
    }
}
