/// The beginning of a name or a hashtag before the cursor, for which there may be completions.
nonisolated struct CompletionPrefix: Sendable {
    let word: String
    /// The index of its first character in the text.
    let start: Int

    init?(in text: String, before cursor: Int) {
        let before = text.prefix(cursor)
        let word = before.suffix(
            from: before.lastIndex(where: \.isWhitespace).map(before.index(after:)) ?? before.startIndex)
        guard let sign = word.first, "@#".contains(sign), word.count > 1 else { return nil }
        self.word = String(word)
        start = before.count - word.count
    }

    /// Returns the words as completions, or `nil` if there is nothing to complete.
    func completions(_ words: [String]) -> ComposeState.Completions? {
        guard !words.isEmpty, words != [word] else { return nil }
        return ComposeState.Completions(words: words, selected: nil, start: start)
    }
}

nonisolated extension ComposeState.Completions {
    /// Puts the word this far after the present one into a text, cyclically, and moves the cursor behind it. Returns
    /// false if the text does not reach the word.
    mutating func choose(_ count: Int, in text: inout String, _ cursor: inout Int) -> Bool {
        guard start <= cursor, !words.isEmpty else { return false }
        let index = selected.cycled(by: count, within: words.count)
        selected = index
        text = String(text.prefix(start) + words[index] + text.dropFirst(cursor))
        cursor = start + words[index].count
        return true
    }
}
