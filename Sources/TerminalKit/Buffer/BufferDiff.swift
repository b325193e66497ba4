/// Finds the cells that differ between two frames.
public enum BufferDiff {
    /// Adjacent changed cells of one row.
    public struct Run: Hashable, Sendable {
        public let y: Int
        /// The columns; never half of a wide cluster in the old or the new frame.
        public let columns: Range<Int>

        public init(y: Int, columns: Range<Int>) {
            self.y = y
            self.columns = columns
        }
    }

    /// Returns the changed runs from `old` to `new`, row by row. All rows change if the sizes differ or there is no old frame.
    public static func runs(from old: CellBuffer?, to new: CellBuffer) -> [Run] {
        guard let old, old.size == new.size else {
            return (0..<new.size.height).map { Run(y: $0, columns: 0..<new.size.width) }
        }
        var result: [Run] = []
        for y in 0..<new.size.height { appendRuns(ofRow: y, from: old, to: new, into: &result) }
        return result
    }

    private static func appendRuns(ofRow y: Int, from old: CellBuffer, to new: CellBuffer, into result: inout [Run]) {
        let width = new.size.width
        let row = y * width
        var x = 0
        while x < width {
            guard differs(row + x, old: old, new: new) else {
                x += 1
                continue
            }
            var start = x
            while start > 0, old.cells[row + start].width == 0 || new.cells[row + start].width == 0 { start -= 1 }
            var end = x + 1
            while end < width,
                old.cells[row + end].width == 0 || new.cells[row + end].width == 0
                    || differs(row + end, old: old, new: new)
            {
                end += 1
            }
            result.append(Run(y: y, columns: start..<end))
            x = end
        }
    }

    private static func differs(_ index: Int, old: CellBuffer, new: CellBuffer) -> Bool {
        let before = old.cells[index]
        let after = new.cells[index]
        guard let oldCluster = before.clusterIndex, let newCluster = after.clusterIndex else { return before != after }
        return before.style != after.style || before.width != after.width
            || old.clusters[oldCluster] != new.clusters[newCluster]
    }
}
