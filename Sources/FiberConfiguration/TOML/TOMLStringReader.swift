/// Iterates over the characters that a quoted text means: an escape is one; the line feed after three opening quotes and a
/// line continuation are none. <https://toml.io/en/v1.0.0#string>
struct TOMLStringReader {
    private var rest: Substring
    private var position: TOMLPosition
    private let quote: Character?
    /// True for a text in three quotes, which may span lines.
    private let isLong: Bool

    /// Starts at the first quote, at `position`.
    init(_ text: Substring, at position: TOMLPosition) {
        rest = text
        self.position = position
        let first = text.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
        quote = first
        isLong = first.map { text.hasPrefix(String(repeating: $0, count: 3)) } ?? false
    }

    /// Returns the position of the `number`th character, from 1, or the start without quotes, or the end of a shorter text.
    mutating func position(ofCharacter number: Int) -> TOMLPosition {
        guard quote != nil else { return position }
        drop(isLong ? 3 : 1)
        if isLong, rest.first?.isNewline ?? false { drop(1) }
        skipJoinedLines()
        for _ in 1..<max(1, number) where !isAtEnd {
            drop(lengthOfCharacter)
            skipJoinedLines()
        }
        return position
    }

    private var isAtEnd: Bool {
        guard let quote, let first = rest.first else { return true }
        if isLong { return rest.hasPrefix(String(repeating: quote, count: 3)) }
        return first == quote || first.isNewline
    }

    /// The length of the next character in the file.
    private var lengthOfCharacter: Int {
        guard quote == "\"", rest.first == "\\" else { return 1 }
        return switch rest.dropFirst().first {
        case "u": 6
        case "U": 10
        default: 2
        }
    }

    /// Skips a line continuation.
    private mutating func skipJoinedLines() {
        while quote == "\"", isLong, rest.first == "\\" {
            let blanks = rest.dropFirst().prefix { $0.isWhitespace }
            guard blanks.contains(where: \.isNewline) else { return }
            drop(1 + blanks.count)
        }
    }

    private mutating func drop(_ count: Int) {
        for _ in 0..<count {
            guard let character = rest.popFirst() else { return }
            position =
                character.isNewline
                ? TOMLPosition(line: position.line + 1, column: 1)
                : TOMLPosition(line: position.line, column: position.column + 1)
        }
    }
}
