extension RandomAccessCollection {
    /// Returns the index of the first element that meets `condition`, or the end if there is none. All elements after it
    /// must meet the condition too. A binary search, as in swift-algorithms.
    @inlinable
    package func partitioningIndex(where condition: (Element) throws -> Bool) rethrows -> Index {
        var low = startIndex
        var count = self.count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if try condition(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
