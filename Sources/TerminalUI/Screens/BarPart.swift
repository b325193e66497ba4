import TerminalKit
import ViewModels

/// A part of a bar, with what a click on its columns does.
struct BarPart {
    /// Columns that do something.
    struct Target: Equatable {
        var columns: Range<Int>
        var action: TimelineAction
    }

    var line: TextLine
    var targets: [Target] = []

    /// Sets another part behind this one.
    mutating func append(_ other: BarPart) {
        let start = line.width
        line.append(other.line)
        targets += other.targets.map { target in
            Target(
                columns: target.columns.lowerBound + start..<target.columns.upperBound + start, action: target.action)
        }
    }

    /// What a click on a column does, counted from the part's beginning; nil for nothing.
    func action(at column: Int) -> TimelineAction? {
        targets.first { $0.columns.contains(column) }?.action
    }
}
