import TerminalKit

/// The rows of a list that are visible around its cursor. Only these are laid out.
struct VisibleRows<Row> {
    let rows: [Row]
    /// The index of the row under the cursor.
    let cursor: Int
    /// The line of the area on which that row begins, its heading not included.
    let line: Int
    let layout: (Row) -> RowLines
    /// The number of lines above a row that belong to no row.
    var heading: (Row) -> Int = { _ in 0 }

    /// Passes the rows in an area of `height` lines to `body`: those above the cursor upwards, then the others downwards.
    func forEach(height: Int, _ body: (Row, RowLines, _ top: Int, _ isSelected: Bool) -> Void) {
        guard rows.indices.contains(cursor) else { return }
        let start = line - heading(rows[cursor])
        var top = start
        for row in rows[..<cursor].reversed() {
            guard top > 0 else { break }
            let lines = layout(row)
            top -= lines.height
            body(row, lines, top, false)
            top -= heading(row)
        }
        top = start
        for (index, row) in zip(cursor..., rows[cursor...]) {
            guard top < height else { break }
            let lines = layout(row)
            top += heading(row)
            body(row, lines, top, index == cursor)
            top += lines.height
        }
    }

    /// Passes the rows in an area to `body`, in the order of ``forEach(height:_:)``.
    func forEach(in area: Rect, _ body: (PlacedRow<Row>) -> Void) {
        forEach(height: area.height) { row, lines, top, isSelected in
            let rowArea = Rect(x: area.x, y: area.y + top, width: area.width, height: lines.lines.count)
            body(PlacedRow(row: row, lines: lines, isSelected: isSelected, area: rowArea, clip: area))
        }
    }

    /// Returns the row at a point of an area, or `nil` if there is none or the point is on a heading.
    func row(at point: Point, in area: Rect) -> Row? {
        guard area.contains(point) else { return nil }
        let line = point.y - area.y
        var found: Row?
        forEach(height: line + 1) { row, lines, top, _ in
            if (top..<top + lines.height).contains(line) { found = row }
        }
        return found
    }
}

/// A row with its place on the screen.
struct PlacedRow<Row> {
    let row: Row
    var lines: RowLines
    let isSelected: Bool
    /// The area of the lines without the space below them. It can reach beyond ``clip``.
    let area: Rect
    /// The area of all rows.
    let clip: Rect

    /// The part of the area that is on the screen.
    var visibleArea: Rect { area.intersection(clip) }
}
