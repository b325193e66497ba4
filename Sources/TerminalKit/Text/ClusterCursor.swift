/// Iterates over a string's grapheme clusters with their widths; the only place that splits text. ASCII is read from bytes,
/// the rest by the standard library.
struct ClusterCursor: Sequence, IteratorProtocol {
    private let text: String
    private var index: String.Index
    /// The UTF-8 bytes before the next cluster.
    private(set) var offset = 0

    init(_ text: String) {
        self.text = text
        index = text.startIndex
    }

    /// Returns the next cluster, or `nil` at the end.
    mutating func next() -> Cluster? {
        let utf8 = text.utf8
        guard index < utf8.endIndex else { return nil }
        let start = index
        let byte = utf8[start]
        if byte < 0x80 {
            let following = utf8.index(after: start)
            if following == utf8.endIndex || utf8[following] < 0x80 {
                index = following
                defer { offset += 1 }
                return Cluster(ascii: byte, offset: offset)
            }
        }
        index = text.index(after: start)
        let cluster = Cluster(scalars: text.unicodeScalars[start..<index], offset: offset)
        offset = cluster.range.upperBound
        return cluster
    }
}

extension String {
    /// The text of a range of UTF-8 bytes, which must be aligned to scalars.
    subscript(bytes range: Range<Int>) -> Substring {
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return self[start..<utf8.index(start, offsetBy: range.count)]
    }
}
