/// A query's text while it is read, character by character.
struct QueryScanner {
    private let characters: [Character]
    private var index = 0
    /// The operator that was taken last; nil once something else followed.
    private(set) var lastOperator: String?

    init(_ text: String) {
        characters = Array(text)
    }

    var count: Int { characters.count }

    /// The column of the next character, counted from 1.
    var column: Int { index + 1 }

    var isAtEnd: Bool { index == characters.count }

    /// The next character.
    var peek: Character? { isAtEnd ? nil : characters[index] }

    /// The character behind the next one.
    var peekSecond: Character? { index + 1 < characters.count ? characters[index + 1] : nil }

    mutating func skipSpaces() {
        while let next = peek, next.isWhitespace { index += 1 }
    }

    /// Takes the next character where it is this one.
    mutating func take(_ character: Character) -> Bool {
        guard peek == character else { return false }
        index += 1
        lastOperator = character == "(" ? "(" : nil
        return true
    }

    /// Takes the next character, whatever it is.
    mutating func next() -> Character? {
        guard let next = peek else { return nil }
        index += 1
        lastOperator = nil
        return next
    }

    /// Takes characters as long as they are like this.
    mutating func take(while isLike: (Character) -> Bool) -> String {
        let start = index
        while let next = peek, isLike(next) { index += 1 }
        if index > start { lastOperator = nil }
        return String(characters[start..<index])
    }

    /// Goes back to a column that was passed.
    mutating func goBack(to column: Int) {
        index = column - 1
    }

    /// Whether this word in capitals stands next, whole.
    func sees(word: String) -> Bool {
        let end = index + word.count
        guard end <= characters.count, String(characters[index..<end]) == word else { return false }
        return end == characters.count || characters[end].isWhitespace || "()".contains(characters[end])
    }

    /// Takes spaces and this operator.
    mutating func take(word: String) -> Bool {
        skipSpaces()
        guard sees(word: word) else { return false }
        index += word.count
        lastOperator = word
        return true
    }

    /// Takes a negation: `NOT`, or a hyphen before something.
    mutating func takeNegation() -> String? {
        if take(word: "NOT") { return "NOT" }
        guard peek == "-" else { return nil }
        index += 1
        lastOperator = "-"
        return "-"
    }
}
