extension CellBuffer {
    /// Draws a frame along the edge of `area` with a title in its upper line, fills the inside and returns it.
    @discardableResult
    public mutating func box(
        _ area: Rect, title: TextLine = TextLine(), fill style: Style, frame: Style, glyphs: Glyphs
    ) -> Rect {
        fill(area, style: style)
        guard area.width > 1, area.height > 1 else { return area }
        fill(Rect(x: area.x, y: area.y, width: area.width, height: 1), with: glyphs.line, style: frame)
        fill(Rect(x: area.x, y: area.maxY - 1, width: area.width, height: 1), with: glyphs.line, style: frame)
        fill(Rect(x: area.x, y: area.y, width: 1, height: area.height), with: glyphs.vertical, style: frame)
        fill(Rect(x: area.maxX - 1, y: area.y, width: 1, height: area.height), with: glyphs.vertical, style: frame)
        let corners = glyphs.corners
        put(corners.topLeft, at: area.origin, style: frame)
        put(corners.topRight, at: Point(x: area.maxX - 1, y: area.y), style: frame)
        put(corners.bottomLeft, at: Point(x: area.x, y: area.maxY - 1), style: frame)
        put(corners.bottomRight, at: Point(x: area.maxX - 1, y: area.maxY - 1), style: frame)
        if !title.isEmpty, area.width > 6 {
            let room = area.width - 6
            let x = put(" ", at: Point(x: area.x + 2, y: area.y), style: frame)
            let end = put(glyphs.cut(title, to: room), at: Point(x: x, y: area.y), over: frame)
            put(" ", at: Point(x: end, y: area.y), style: frame)
        }
        return area.inset(horizontal: 1, vertical: 1)
    }

    /// Draws lines one below the other, as many as `area` has room for, each cut with `ellipsis` or else at the edge.
    ///
    /// - Parameter offset: The number of lines above the area.
    public mutating func put(
        _ lines: [TextLine], from offset: Int = 0, in area: Rect, over base: Style = .plain, ellipsis: String? = nil
    ) {
        for (row, line) in lines.dropFirst(offset).prefix(area.height).enumerated() {
            let shown = ellipsis.map { line.truncated(to: area.width, ellipsis: $0) } ?? line
            put(shown, at: Point(x: area.x, y: area.y + row), over: base, in: area)
        }
    }

    /// Draws a selected row: the selection below what `content` draws, and a bar at the left end of each line.
    ///
    /// A selection that reverses the text lies over it instead, because a style can reverse only once.
    public mutating func drawSelected(
        _ area: Rect, theme: Theme, glyphs: Glyphs, _ content: (inout CellBuffer) -> Void
    ) {
        let selection = theme[.selection]
        let reverses = selection.attributes.contains(.reverse)
        if !reverses { overlay(selection, on: area) }
        content(&self)
        if reverses { reverse(area) }
        for y in area.rows { put(glyphs.selection, at: Point(x: area.x, y: y), style: theme[.selectionMark], in: area) }
    }

    /// Draws a scroll bar into the first column of `area`, or nothing if all of the content is visible.
    public mutating func scrollBar(in area: Rect, offset: Int, visible: Int, count: Int, theme: Theme, glyphs: Glyphs) {
        guard area.width > 0,
            let bar = ScrollBar(length: area.height, offset: offset, visible: visible, count: count)
        else { return }
        for row in 0..<area.height {
            let isThumb = bar.isThumb(row)
            put(
                isThumb ? glyphs.scrollThumb : glyphs.scrollTrack, at: Point(x: area.x, y: area.y + row),
                style: theme[isThumb ? .scrollThumb : .scrollTrack], in: area)
        }
    }
}
