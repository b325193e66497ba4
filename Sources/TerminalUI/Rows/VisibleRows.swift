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

    /// Returns the row on a line of the area, or `nil` if there is none or the line is a heading.
    func row(at line: Int) -> Row? {
        var found: Row?
        forEach(height: line + 1) { row, lines, top, _ in
            if (top..<top + lines.height).contains(line) { found = row }
        }
        return found
    }
}
