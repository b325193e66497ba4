/// Which part of a text is seen: the first line on the screen, kept within the text.
public nonisolated struct PageScroll: Equatable, Sendable {
    /// The first line that is seen.
    public private(set) var offset = 0
    /// How many lines are seen at once.
    public private(set) var height = 1
    /// How many lines there are.
    public private(set) var count = 0

    /// The beginning of nothing.
    public init() {}

    /// Takes new measures, and stays as near as possible to the line that was first.
    public mutating func measure(count: Int, height: Int) {
        self.count = max(0, count)
        self.height = max(1, height)
        offset = bounded(offset)
    }

    /// Scrolls.
    public mutating func scroll(_ movement: Movement) {
        switch movement {
        case .lines(let lines): offset = bounded(offset + lines)
        case .pages(let pages): offset = bounded(offset + pages * max(1, height - 2))
        case .halfPages(let pages): offset = bounded(offset + pages * max(1, height / 2))
        case .top: offset = 0
        case .bottom: offset = bounded(count)
        case .to(let line): offset = bounded(line)
        }
    }

    /// Shows a line, with the least movement.
    public mutating func reveal(_ line: Int) {
        if line < offset { offset = bounded(line) }
        if line >= offset + height { offset = bounded(line - height + 1) }
    }

    /// Whether all of it is seen.
    public var showsAll: Bool { count <= height }

    /// Ways to scroll; negative is up.
    public enum Movement: Equatable, Sendable {
        /// By lines.
        case lines(Int)
        /// By screens.
        case pages(Int)
        /// By half screens.
        case halfPages(Int)
        /// To the beginning.
        case top
        /// To the end.
        case bottom
        /// So that this line is the first one.
        case to(Int)
    }

    private func bounded(_ offset: Int) -> Int {
        min(max(0, offset), max(0, count - height))
    }
}
