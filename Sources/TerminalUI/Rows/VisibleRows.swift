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

    /// Returns the rows in an area: those above the cursor upwards, then the others downwards.
    func placed(in area: Rect) -> [PlacedRow<Row>] {
        guard rows.indices.contains(cursor) else { return [] }
        var placed: [PlacedRow<Row>] = []
        func place(_ row: Row, _ lines: RowLines, at top: Int, isSelected: Bool) {
            let rowArea = Rect(x: area.x, y: area.y + top, width: area.width, height: lines.lines.count)
            placed.append(PlacedRow(row: row, lines: lines, isSelected: isSelected, area: rowArea, clip: area))
        }
        let start = line - heading(rows[cursor])
        var top = start
        for row in rows[..<cursor].reversed() {
            guard top > 0 else { break }
            let lines = layout(row)
            top -= lines.height
            place(row, lines, at: top, isSelected: false)
            top -= heading(row)
        }
        top = start
        for (index, row) in zip(cursor..., rows[cursor...]) {
            guard top < area.height else { break }
            let lines = layout(row)
            top += heading(row)
            place(row, lines, at: top, isSelected: index == cursor)
            top += lines.height
        }
        return placed
    }

    /// Returns the row at a point of an area, or `nil` if there is none or the point is on a heading.
    func row(at point: Point, in area: Rect) -> Row? {
        guard area.contains(point) else { return nil }
        return placed(in: area).first { ($0.area.y..<$0.area.y + $0.lines.height).contains(point.y) }?.row
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
