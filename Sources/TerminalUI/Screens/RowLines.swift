import TerminalKit
import ViewModels

/// A line of a row, with text at the left and at the right end.
struct RowLine: Equatable {
    var left = TextLine()
    var right = TextLine()
}

/// A row laid out for a width.
struct RowLines: Equatable {
    /// The time, drawn in the margin of the first line.
    var time: String
    /// The lines without the space below them.
    var lines: [RowLine]
    /// The number of empty lines below.
    var space: Int
    /// The areas of the pictures; columns count from the start of the text.
    var pictures: [PictureBox] = []

    /// The number of all lines.
    var height: Int { lines.count + space }
}
