/// An independent text, such as a name in a list, in the visual order of its pieces.
struct VisualText {
    /// The pieces from left to right.
    let pieces: [Piece]
    /// The paragraph's level: 1 if it is read from right to left.
    let base: UInt8

    /// Letters of one direction.
    struct Piece {
        /// The bytes of the text.
        let range: Range<Int>
        /// The embedding level; odd from right to left.
        let level: UInt8
    }

    /// Orders `text`.
    init(_ text: String) {
        let paragraph = ParagraphLevels(text, 0..<text.utf8.count, base: nil)
        base = paragraph.base
        let pieces = paragraph.pieces(of: 0..<text.utf8.count, in: text)
        self.pieces = Bidi.visualOrder(pieces.map(\.level)).map { pieces[$0] }
    }

    /// Returns the column of a cursor before the `index`th cluster of `text`, or after the last one if there are fewer.
    static func column(ofCluster index: Int, in text: String) -> Int {
        let columns = cursorColumns(in: text)
        return columns[min(index, columns.count - 1)]
    }

    /// Returns the columns of a cursor before each cluster of `text`, and after the last one: at the side where the next
    /// letter would appear.
    static func cursorColumns(in text: String) -> [Int] {
        let visual = VisualText(text)
        var columnRanges: [Int: (start: Int, end: Int, isTurned: Bool)] = [:]
        var column = 0
        for piece in visual.pieces {
            let isTurned = piece.level & 1 == 1
            let clusters = Array(ClusterCursor(String(text[bytes: piece.range])))
            for cluster in isTurned ? clusters.reversed() : clusters {
                let start = piece.range.lowerBound + cluster.range.lowerBound
                columnRanges[start] = (column, column + cluster.width, isTurned)
                column += cluster.width
            }
        }
        let end = visual.base == 1 ? 0 : column
        let columns = ClusterCursor(text)
            .map { cluster in
                columnRanges[cluster.range.lowerBound].map { $0.isTurned ? $0.end : $0.start } ?? end
            }
        return columns + [end]
    }
}
