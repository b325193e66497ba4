/// The scroll position of a text: the first visible line, limited to the text.
public nonisolated struct PageScroll: Equatable, Sendable {
    /// The index of the first visible line.
    public private(set) var offset = 0
    /// The number of visible lines.
    public private(set) var height = 1
    /// The number of lines.
    public private(set) var count = 0

    /// Sets the numbers of lines, and keeps the first visible line as far as possible.
    public mutating func measure(count: Int, height: Int) {
        self.count = max(0, count)
        self.height = max(1, height)
        offset = bounded(offset)
    }

    /// Scrolls by a line, by a part of the page or to an end.
    public mutating func scroll(_ movement: Movement) {
        switch movement {
        case .lines, .pages, .halfPages: offset = bounded(offset + movement.lineCount(onPageOf: height))
        case .top: offset = 0
        case .bottom: offset = bounded(count)
        case .to(let line): offset = bounded(line)
        }
    }

    /// True if the last line is visible.
    public var isAtEnd: Bool { offset + height >= count }

    /// True if all lines are visible.
    public var showsAll: Bool { count <= height }

    /// A movement in a text or a list; negative is up.
    public enum Movement: Equatable, Sendable {
        /// By lines of the text or rows of the list.
        case lines(Int)
        case pages(Int)
        case halfPages(Int)
        /// To the start.
        case top
        /// To the end.
        case bottom
        /// To this line as the first visible one.
        case to(Int)

        /// Returns the lines of a relative movement on a page of `height` lines; 0 for others. The next page repeats two lines.
        func lineCount(onPageOf height: Int) -> Int {
            switch self {
            case .lines(let lines): lines
            case .pages(let pages): pages * max(1, height - 2)
            case .halfPages(let pages): pages * max(1, height / 2)
            case .top, .bottom, .to: 0
            }
        }
    }

    private func bounded(_ offset: Int) -> Int { min(max(0, offset), max(0, count - height)) }
}

/// The action that every scrolled text has.
public nonisolated protocol ScrollAction: Sendable {
    static func scroll(_ movement: PageScroll.Movement) -> Self
}

/// The actions of a scrolled text whose lines the part that draws it counts.
public nonisolated protocol WrappedTextAction: ScrollAction {
    /// Set the numbers of all and of visible lines.
    static func measure(count: Int, height: Int) -> Self
}
