extension StyledText {
    /// The number of words that are read in a minute.
    private static let wordsPerMinute = 220
    /// The mean length of a word with its space, in characters.
    private static let charactersPerWord = 6

    /// The time to read the text in minutes, or `nil` if it takes about a minute or less. Scripts without spaces have no
    /// words to count: a kana or an ideograph counts as half a word.
    public var readingMinutes: Int? {
        let characters = blocks.reduce(0) { sum, block in
            // The first byte of a character in UTF-8 tells its script well enough: 0xe3 to 0xe9 begin U+3000 to U+9FFF.
            block.text.utf8.reduce(sum) { sum, byte in
                switch byte {
                case 0x80...0xbf: sum
                case 0xe3...0xe9: sum + Self.charactersPerWord / 2
                default: sum + 1
                }
            }
        }
        let words = characters / Self.charactersPerWord
        let minutes = (words + Self.wordsPerMinute / 2) / Self.wordsPerMinute
        return minutes > 1 ? minutes : nil
    }
}
