import Queries

/// A filter that keeps the texts with every word of a typed text, in any order and without regard to case and accents.
nonisolated struct WordFilter {
    private let words: [FoldedText]

    /// Creates a filter for the words of `text`. An empty text keeps everything.
    init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }.filter { !$0.isEmpty }
    }

    /// Returns true if `text` contains every word.
    func keeps(_ text: String) -> Bool {
        let text = FoldedText(text)
        return words.allSatisfy { !text.ranges(of: $0).isEmpty }
    }
}
