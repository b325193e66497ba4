/// A filter that keeps the texts with every word of a typed text, in any order and without regard to case.
nonisolated struct WordFilter {
    private let words: [Substring]

    /// Creates a filter for the words of `text`. An empty text keeps everything.
    init(_ text: String) {
        words = text.lowercased().split(separator: " ")
    }

    /// Returns true if `text` contains every word.
    func keeps(_ text: String) -> Bool {
        let text = text.lowercased()
        return words.allSatisfy { text.contains($0) }
    }
}
