import TerminalKit

/// Draws lines as a sheet over the bottom of another screen, above the line in which one types.
struct OverlayLines {
    let look: RenderStyle

    /// How many rows so many lines take, with the rule above them and the line below.
    static func height(of lines: Int, in area: Rect) -> Int {
        let shown = min(lines, max(0, area.height - 3))
        return min(area.height, shown + 2)
    }

    /// Draws as many of `lines` as there is room for, those around `cursor`, and a rule above them.
    func draw(_ lines: [TextLine], cursor: Int = 0, in area: Rect, of buffer: inout CellBuffer) {
        let theme = look.theme
        let room = max(0, area.height - 3)
        let first = max(0, min(cursor - room + 1, lines.count - room))
        let shown = lines.dropFirst(first).prefix(room)
        let top = area.maxY - 1 - shown.count
        if top - 1 > area.y {
            let rule = Rect(x: area.x, y: top - 1, width: area.width, height: 1)
            buffer.fill(rule, style: theme[.modal])
            buffer.put(
                TextLine(String(repeating: look.glyphs.line, count: area.width), theme.style(.rule, over: .modal)),
                at: rule.origin, in: rule)
        }
        for (index, line) in shown.enumerated() {
            let row = Rect(x: area.x, y: top + index, width: area.width, height: 1)
            buffer.fill(row, style: theme[.modal])
            buffer.put(
                line.truncated(to: row.width, ellipsis: look.glyphs.ellipsis), at: row.origin, over: theme[.modal],
                in: row)
        }
    }
}
