extension String {
    /// The text without leading and trailing spaces.
    nonisolated var trimmingSpaces: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return String(self[start..<end])
    }
}
