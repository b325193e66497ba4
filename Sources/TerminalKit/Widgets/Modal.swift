/// A box over the middle of a screen: a question, a message, a pop-up.
public enum Modal {
    /// Returns the area of the box around `lines`, at most as large as `area` less a margin.
    public static func frame(title: String, lines: [TextLine], in area: Rect) -> Rect {
        let content = lines.map(\.width).max() ?? 0
        let width = max(content, TextWidth.width(of: title) + 4) + 4
        return area.inset(horizontal: min(2, area.width / 20)).centered(Size(width: width, height: lines.count + 2))
    }

    /// Draws the box around `lines`, and returns its inside. Shades the rest of `area`.
    @discardableResult
    public static func draw(
        title: String, lines: [TextLine], in area: Rect, of buffer: inout CellBuffer, theme: Theme, glyphs: Glyphs
    ) -> Rect {
        buffer.shade(area, theme: theme)
        let inside =
            buffer.box(
                frame(title: title, lines: lines, in: area),
                title: TextLine(title, theme.style(.title, over: .modalFrame)), fill: theme[.modal],
                frame: theme[.modalFrame], glyphs: glyphs
            )
            .inset(horizontal: 1)
        buffer.put(lines, in: inside, over: theme[.modal], ellipsis: glyphs.ellipsis)
        return inside
    }
}
