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

extension TextLine {
    /// Returns a progress bar of `columns` columns. A started one shows at least one full column, and only a finished one all.
    public static func gauge(_ done: Int, of total: Int, columns: Int, theme: Theme, glyphs: Glyphs) -> TextLine {
        let total = max(1, total)
        let done = min(max(0, done), total)
        var full = columns * done / total
        if done > 0, columns > 1 { full = max(1, full) }
        return TextLine([
            TextRun(String(repeating: glyphs.gaugeFull, count: full), theme[.gaugeFull]),
            TextRun(String(repeating: glyphs.gaugeEmpty, count: max(0, columns - full)), theme[.gaugeEmpty]),
        ])
    }

    /// Returns as many keys with their effects as fit into `columns`. Esc at the end takes precedence over all but the first.
    /// A click on a key presses it.
    public static func hints(_ hints: [KeyHint], columns: Int, theme: Theme, on base: Role = .bar) -> TextLine {
        func piece(_ hint: KeyHint, isFirst: Bool) -> TextLine {
            var piece = TextLine()
            if !isFirst { piece.append("   ", theme[base]) }
            piece.append(hint.label, hint.pressed(theme.style(.key, over: base)))
            piece.append(" " + hint.text, hint.pressed(theme.style(.faint, over: base)))
            return piece
        }
        let escape = hints.last.flatMap { $0.isEscape ? $0 : nil }
        let reserved = escape.map { piece($0, isFirst: false).width } ?? 0
        var line = TextLine()
        for hint in escape == nil ? hints[...] : hints.dropLast() {
            let next = piece(hint, isFirst: line.isEmpty)
            guard line.width + next.width <= (line.isEmpty ? columns : columns - reserved) else { break }
            line.append(next)
        }
        guard let escape else { return line }
        let last = piece(escape, isFirst: line.isEmpty)
        if line.width + last.width <= columns { line.append(last) }
        return line
    }
}
