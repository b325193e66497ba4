extension Collection<UInt8> {
    /// Returns the first range of the bytes of `needle`, which is not empty, or `nil` if there is none. Avoids the setup cost
    /// of the general search, which matters for short texts.
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
