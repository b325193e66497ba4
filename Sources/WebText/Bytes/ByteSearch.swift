extension BidirectionalCollection<UInt8> {
    /// Where the bytes of `needle` stand first. For short needles in short texts, without the setting-up that general
    /// search costs.
    @inlinable package func firstRange(ofBytes needle: StaticString) -> Range<Index>? {
        let count = needle.utf8CodeUnitCount
        var start = startIndex
        while start != endIndex {
            if self[start] == needle.utf8Start[0] {
                var cursor = index(after: start)
                var matched = 1
                while matched < count, cursor != endIndex, self[cursor] == needle.utf8Start[matched] {
                    formIndex(after: &cursor)
                    matched += 1
                }
                if matched == count { return start..<cursor }
            }
            formIndex(after: &start)
        }
        return nil
    }
}
