import EngineConcepts

nonisolated extension StyledText.Block {
    /// Returns the text in a range of bytes, as far as the text reaches.
    func text(in range: Range<Int>) -> String {
        let bytes = text.utf8
        let range = range.clamped(to: 0..<bytes.count)
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        return String(decoding: bytes[start..<bytes.index(start, offsetBy: range.count)], as: UTF8.self)
    }
}
