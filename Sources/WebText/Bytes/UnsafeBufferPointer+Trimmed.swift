extension UnsafeBufferPointer<UInt8> {
    /// The bytes without white space at the ends.
    var trimmed: UnsafeBufferPointer<UInt8> {
        var start = startIndex
        var end = endIndex
        while start < end, self[start].isASCIIWhitespace { start += 1 }
        while end > start, self[end - 1].isASCIIWhitespace { end -= 1 }
        return UnsafeBufferPointer(rebasing: self[start..<end])
    }
}
