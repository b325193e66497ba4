/// A text that stands by itself, such as a name in a list, in the order in which its pieces stand on the screen.
struct VisualText {
    /// The pieces, from left to right.
    let pieces: [Piece]
    /// The paragraph's level: 1 where it is read from right to left.
    let base: UInt8

    /// Letters that run the same way.
    struct Piece {
        /// Which bytes of the text.
        let range: Range<Int>
        /// How far it is embedded; odd from right to left.
        let level: UInt8
    }

    /// Orders `text`. Costs as much as the text is long.
    init(_ text: String) {
        let paragraph = ParagraphLevels(text, 0..<text.utf8.count, base: nil)
        base = paragraph.base
        let pieces = paragraph.pieces(of: 0..<text.utf8.count, in: text)
        self.pieces = Bidi.visualOrder(pieces.map(\.level)).map { pieces[$0] }
    }

    /// The column where the cursor stands that is before the `index`th cluster of `text`: at the side where the next
    /// letter would appear.
    static func column(ofCluster index: Int, in text: String) -> Int {
        let visual = VisualText(text)
        var places: [Int: (start: Int, end: Int, isTurned: Bool)] = [:]
        var column = 0
        for piece in visual.pieces {
            let isTurned = piece.level & 1 == 1
            let clusters = Self.clusters(of: text, in: piece.range)
            for cluster in isTurned ? clusters.reversed() : clusters {
                places[cluster.range.lowerBound] = (column, column + cluster.width, isTurned)
                column += cluster.width
            }
        }
        var cursor = ClusterCursor(text)
        var seen = 0
        while let cluster = cursor.next() {
            if seen == index, let place = places[cluster.range.lowerBound] {
                return place.isTurned ? place.end : place.start
            }
            seen += 1
        }
        return visual.base == 1 ? 0 : column
    }

    private static func clusters(of text: String, in range: Range<Int>) -> [Cluster] {
        var cursor = ClusterCursor(text)
        var result: [Cluster] = []
        while let cluster = cursor.next(), cluster.range.lowerBound < range.upperBound {
            if cluster.range.lowerBound >= range.lowerBound { result.append(cluster) }
        }
        return result
    }
}

/// The levels of a stretch of a paragraph, byte by byte.
struct ParagraphLevels {
    /// Which bytes of the text.
    let range: Range<Int>
    /// The paragraph's level.
    let base: UInt8
    private let levels: [UInt8]

    /// Finds the levels of the bytes `range` of `text`, which must begin and end between scalars.
    ///
    /// - Parameter base: The paragraph's level where it is known; nil to take it from the first letter.
    init(_ text: String, _ range: Range<Int>, base: UInt8?) {
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let end = utf8.index(start, offsetBy: range.count)
        let scalars = text.unicodeScalars[start..<end].map(\.value)
        let found = Bidi.levels(of: scalars, base: base)
        var levels: [UInt8] = []
        levels.reserveCapacity(range.count)
        for (scalar, level) in zip(scalars, found.levels) {
            for _ in 0..<(scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4) { levels.append(level) }
        }
        self.range = range
        self.base = found.base
        self.levels = levels
    }

    /// The level of the byte `offset`; the paragraph's own outside of the stretch.
    func level(at offset: Int) -> UInt8 {
        range.contains(offset) ? levels[offset - range.lowerBound] : base
    }

    /// Whether anything of the bytes `range` is not simply written from left to right.
    func turns(_ range: Range<Int>) -> Bool {
        let known = range.clamped(to: self.range)
        return base == 1
            || levels[known.lowerBound - self.range.lowerBound..<known.upperBound - self.range.lowerBound]
                .contains { $0 > 0 }
    }

    /// The bytes `range` taken apart where the level changes from one cluster to the next.
    func pieces(of range: Range<Int>, in text: String) -> [VisualText.Piece] {
        var pieces: [VisualText.Piece] = []
        var start = range.lowerBound
        var level = level(at: start)
        let utf8 = text.utf8
        let from = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        var cursor = ClusterCursor(String(text[from..<utf8.index(from, offsetBy: range.count)]))
        while let cluster = cursor.next() {
            let offset = range.lowerBound + cluster.range.lowerBound
            let next = self.level(at: offset)
            guard next != level else { continue }
            if offset > start { pieces.append(VisualText.Piece(range: start..<offset, level: level)) }
            start = offset
            level = next
        }
        if range.upperBound > start { pieces.append(VisualText.Piece(range: start..<range.upperBound, level: level)) }
        return pieces
    }
}
