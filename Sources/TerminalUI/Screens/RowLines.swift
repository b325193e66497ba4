import TerminalKit
import ViewModels

/// A line of a row: what stands at the left, and what stands at the right end.
struct RowLine: Equatable {
    var left = TextLine()
    var right = TextLine()
}

/// A row as it was laid out for a width.
struct RowLines: Equatable {
    /// What is drawn in the margin of the row's first line: the time.
    var time: String
    /// The lines, the space below not included.
    var lines: [RowLine]
    /// How many lines of space follow.
    var space: Int
    /// Where its pictures stand; columns are counted from where the text begins.
    var pictures: [PictureBox] = []

    /// All lines.
    var height: Int { lines.count + space }
}
