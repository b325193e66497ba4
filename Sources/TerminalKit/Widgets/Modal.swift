/// A box over the middle of a screen: a question, a message, a pop-up.
public enum Modal {
    /// Draws the box around `lines`, at most as large as `area` less a margin, and returns its inside. Shades the rest.
    @discardableResult
    public static func draw(
        title: String, lines: [TextLine], in area: Rect, of buffer: inout CellBuffer, theme: Theme, glyphs: Glyphs
    ) -> Rect {
        let content = lines.map(\.width).max() ?? 0
        let width = max(content, TextWidth.width(of: title) + 4) + 4
        let frame = area.inset(horizontal: min(2, area.width / 20))
            .centered(Size(width: width, height: lines.count + 2))
        buffer.shade(area, theme: theme)
        let inside =
            buffer.box(
                frame, title: TextLine(title, theme.style(.title, over: .modalFrame)), fill: theme[.modal],
                frame: theme[.modalFrame], glyphs: glyphs
            )
            .inset(horizontal: 1)
        buffer.put(lines, in: inside, over: theme[.modal], ellipsis: glyphs.ellipsis)
        return inside
    }
}
