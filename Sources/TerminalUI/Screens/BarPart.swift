import TerminalKit
import ViewModels

/// A part of a bar, with the actions of clicks on its columns.
struct BarPart {
    /// A range of columns that can be clicked.
    struct Target: Equatable {
        var columns: Range<Int>
        var action: TimelineAction
    }

    var line: TextLine
    var targets: [Target] = []

    /// Appends text with the action of a click on it.
    mutating func append(_ text: TextLine, action: TimelineAction) {
        targets.append(Target(columns: line.width..<line.width + text.width, action: action))
        line.append(text)
    }

    /// Appends another part.
    mutating func append(_ other: BarPart) {
        let start = line.width
        line.append(other.line)
        targets += other.targets.map { target in
            Target(
                columns: target.columns.lowerBound + start..<target.columns.upperBound + start, action: target.action)
        }
    }

    /// Returns the action of a click on a column, counted from the start of the part, or `nil` if there is none.
    func action(at column: Int) -> TimelineAction? { targets.first { $0.columns.contains(column) }?.action }
}
