import TerminalKit
import ViewModels

/// A line of a row, with text at the left and at the right end.
struct RowLine: Equatable {
    var left = TextLine()
    var right = TextLine()
}

/// A row laid out for a width.
struct RowLines: Equatable {
    /// The time, drawn in the margin of the first line, or empty for rows without a margin.
    var time = ""
    /// The time of day, drawn below a date in the margin if there is a second line, or empty.
    var clock = ""
    /// The lines without the space below them.
    var lines: [RowLine]
    /// The number of empty lines below.
    var space: Int
    /// The areas of the pictures; columns count from the start of the text.
    var pictures: [PictureBox] = []

    var height: Int { lines.count + space }
}

extension Density {
    /// The number of empty lines below a row.
    var rowSpace: Int { self == .compact ? 0 : 1 }
}

extension StyledDrawing {
    /// Returns a line of a row, cut to `width` columns.
    func rowLine(_ line: TextLine, cutTo width: Int) -> RowLine { RowLine(left: glyphs.cut(line, to: width)) }
}

extension CellBuffer {
    /// Draws the lines of a row: the left ends from a column of `area` on, the right ends up to one column before its edge.
    mutating func put(_ lines: [RowLine], from column: Int, at area: Rect, in clip: Rect) {
        for (index, line) in lines.enumerated() {
            let start = Point(x: area.x + column, y: area.y + index)
            put(line.left, at: start, in: clip)
            let edge = Rect(x: area.x, y: start.y, width: area.width - 1, height: 1)
            if clip.rows.contains(start.y) { put(line.right, rightIn: edge) }
        }
    }
}
