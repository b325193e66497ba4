/// Places rows of varying height in a viewport, around one row that keeps its line.
///
/// The list may be endless: only the heights of rows near the viewport are read. The owner keeps the anchor by identity and
/// passes its current index, so that changes above move nothing.
public struct RowLayout: Hashable, Sendable {
    /// The position of a row. The first may begin above the viewport, the last may end below it.
    public struct Placement: Hashable, Sendable {
        public let index: Int
        /// Its first line from the viewport's top; may be negative.
        public let top: Int
        /// Its number of lines.
        public let height: Int

        public var bottom: Int { top + height }
    }

    /// The lines of the viewport.
    public let viewport: Int
    /// The visible rows from top to bottom.
    public let placements: [Placement]

    /// Places the rows `indices` so that the row `anchor` begins at `line`.
    ///
    /// Keeps the viewport filled: rows move down if the last one would leave lines empty, and up if the first one would begin
    /// below the top, which takes precedence for short lists.
    public init(
        indices: Range<Int>, anchor: Int, line: Int, viewport: Int, height: (Int) -> Int
    ) {
        self.viewport = max(0, viewport)
        guard !indices.isEmpty, viewport > 0 else {
            placements = []
            return
        }
        let anchor = min(max(anchor, indices.lowerBound), indices.upperBound - 1)
        var rows = [Placement(index: anchor, top: line, height: max(1, height(anchor)))]
        Self.growDown(&rows, indices, viewport, height)
        if let last = rows.last, last.bottom < viewport {
            Self.shift(&rows, by: viewport - last.bottom)
        }
        Self.growUp(&rows, indices, height)
        if let first = rows.first, first.top > 0 {
            Self.shift(&rows, by: -first.top)
            Self.growDown(&rows, indices, viewport, height)
        }
        placements = rows.filter { $0.bottom > 0 && $0.top < viewport }
    }

    /// Returns the position of the row `index`, or `nil` if it is not visible.
    public func placement(of index: Int) -> Placement? {
        placements.first { $0.index == index }
    }

    /// Returns the row on a line of the viewport, for clicks.
    public func row(at line: Int) -> Int? {
        placements.first { $0.top <= line && line < $0.bottom }?.index
    }

    /// Returns the line at which the row `index` should begin to be fully visible, with `margin` lines around it if possible:
    /// the least movement. A row higher than the viewport begins at the top.
    public static func line(
        revealing height: Int, at line: Int, viewport: Int, margin: Int = 0
    ) -> Int {
        guard height < viewport else { return 0 }
        let margin = min(margin, (viewport - height) / 2)
        return min(max(line, margin), viewport - height - margin)
    }

    private static func growDown(
        _ rows: inout [Placement], _ indices: Range<Int>, _ viewport: Int, _ height: (Int) -> Int
    ) {
        while let last = rows.last, last.bottom < viewport, last.index + 1 < indices.upperBound {
            rows.append(Placement(index: last.index + 1, top: last.bottom, height: max(1, height(last.index + 1))))
        }
    }

    private static func growUp(_ rows: inout [Placement], _ indices: Range<Int>, _ height: (Int) -> Int) {
        var above: [Placement] = []
        var top = rows.first?.top ?? 0
        var index = rows.first?.index ?? indices.lowerBound
        while top > 0, index > indices.lowerBound {
            index -= 1
            let lines = max(1, height(index))
            top -= lines
            above.append(Placement(index: index, top: top, height: lines))
        }
        rows.insert(contentsOf: above.reversed(), at: 0)
    }

    private static func shift(_ rows: inout [Placement], by lines: Int) {
        rows = rows.map { Placement(index: $0.index, top: $0.top + lines, height: $0.height) }
    }
}
