extension StyledText {
    /// The words that are read in a minute.
    private static let wordsPerMinute = 220
    /// The mean length of an English word with its space. In scripts without spaces, as many bytes count as a word.
    private static let bytesPerWord = 6

    /// The time to read the text in minutes, or `nil` if it takes about a minute or less.
    public var readingMinutes: Int? {
        let words = blocks.reduce(0) { $0 + $1.text.utf8.count } / Self.bytesPerWord
        let minutes = (words + Self.wordsPerMinute / 2) / Self.wordsPerMinute
        return minutes > 1 ? minutes : nil
    }
}
