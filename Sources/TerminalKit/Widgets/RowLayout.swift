/// Places rows of varying height on the lines of a viewport, around one row that keeps its line.
///
/// The list itself may be endless: only the heights of rows that are near the viewport are asked for, and nothing is
/// known by row number but what the caller passes. Whoever owns the list keeps the anchor by identity and passes its
/// index of the moment, so that rows coming and going above it move nothing.
public struct RowLayout: Hashable, Sendable {
    /// A row's place. The first may begin above the viewport, the last may end below it.
    public struct Placement: Hashable, Sendable {
        /// The row.
        public let index: Int
        /// Its first line, counted from the viewport's top; may be negative.
        public let top: Int
        /// Its lines.
        public let height: Int

        /// The line after its last one.
        public var bottom: Int { top + height }
    }

    /// The lines of the viewport.
    public let viewport: Int
    /// The rows that show at least one line, from top to bottom.
    public let placements: [Placement]

    /// Places the rows `indices` so that the row `anchor` begins at `line`.
    ///
    /// Keeps the viewport filled: where the last row would leave lines empty, everything moves down; where the first
    /// row would begin below the top, everything moves up, and that one holds where the rows are fewer than the lines.
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

    /// Where the row `index` stands; nil where it shows no line.
    public func placement(of index: Int) -> Placement? {
        placements.first { $0.index == index }
    }

    /// The row on a line of the viewport, for clicks.
    public func row(at line: Int) -> Int? {
        placements.first { $0.top <= line && line < $0.bottom }?.index
    }

    /// The line where the row `index` should begin so that it can be seen whole, with `margin` lines around it where
    /// there is room: its own line where it is well already, else the least movement. A row higher than the viewport
    /// begins at the top.
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
