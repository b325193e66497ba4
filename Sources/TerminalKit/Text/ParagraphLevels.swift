/// The levels of a range of a paragraph, byte by byte.
struct ParagraphLevels {
    /// The bytes of the text.
    let range: Range<Int>
    /// The paragraph's level.
    let base: UInt8
    private let levels: [UInt8]

    /// Finds the levels of the bytes `range` of `text`, which must be aligned to scalars.
    ///
    /// - Parameter base: The paragraph's level, or `nil` to take it from the first letter.
    init(_ text: String, _ range: Range<Int>, base: UInt8?) {
        let scalars = text[bytes: range].unicodeScalars
        let found = Bidi.levels(of: scalars.map(\.value), base: base)
        var levels: [UInt8] = []
        levels.reserveCapacity(range.count)
        for (scalar, level) in zip(scalars, found.levels) {
            levels.append(contentsOf: repeatElement(level, count: UTF8.width(scalar)))
        }
        self.range = range
        self.base = found.base
        self.levels = levels
    }

    /// Returns the level of the byte `offset`, or the paragraph's own outside of the range.
    func level(at offset: Int) -> UInt8 { range.contains(offset) ? levels[offset - range.lowerBound] : base }

    /// Returns true unless all of the bytes `range` run from left to right.
    func turns(_ range: Range<Int>) -> Bool {
        let known = range.clamped(to: self.range)
        return base == 1
            || levels[known.lowerBound - self.range.lowerBound..<known.upperBound - self.range.lowerBound]
                .contains { $0 > 0 }
    }

    /// Splits the bytes `range` where the level changes between clusters.
    func pieces(of range: Range<Int>, in text: String) -> [VisualText.Piece] {
        var pieces: [VisualText.Piece] = []
        var start = range.lowerBound
        var level = level(at: start)
        var cursor = ClusterCursor(String(text[bytes: range]))
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
