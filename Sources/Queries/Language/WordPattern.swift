/// Words to look for: case and diacritics do not matter, and only whole words are found.
public struct WordPattern: Hashable, Sendable {
    /// How the words are meant.
    public enum Form: Hashable, Sendable {
        /// A single word, in any of its forms where the ticket's language is known: `race` finds `races`.
        case word
        /// Exactly these words, next to each other.
        case phrase
        /// The same, but the last one may go on: `stew*` finds `stewards`.
        case prefix
    }

    /// The words as they were written, without quotes and stars.
    public let text: String
    /// How they are meant. ``Form/word`` is left to what is a single plain word; everything else is a phrase.
    public let form: Form

    /// Makes a pattern; nil where `text` has neither letters, digits nor symbols to look for.
    public init?(_ text: String, _ form: Form = .word) {
        // Characters that end a line or steer a terminal are no part of any word; spaces keep what is printed readable.
        let line = text.unicodeScalars
            .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
            .map { String($0) }.joined(separator: " ")
        let words = Words(line)
        guard let first = words.places.first, let last = words.places.last else { return nil }
        // What surrounds a bare word is no part of what is looked for: the comma of a pasted sentence.
        let inner = line.utf8.dropFirst(Int(first.lowerBound))
            .prefix(
                Int(last.upperBound - first.lowerBound))
        let wanted = form == .phrase ? line : String(Substring(inner))
        self.text = wanted
        self.form = form == .word && !(words.count == 1 && wanted.isPlainWord) ? .phrase : form
    }

    /// Whether the pattern can be written without quotes.
    var isPlain: Bool { text.isPlainWord }
}

extension String {
    /// Whether the language takes this for one word without quotes, and nothing else.
    var isPlainWord: Bool {
        guard let first = unicodeScalars.first, first.isWordPart, !["AND", "OR", "NOT"].contains(self)
        else {
            return false
        }
        return unicodeScalars.allSatisfy { $0.isWordPart || "_-.'’+#".unicodeScalars.contains($0) }
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter, a digit or a mark.
    fileprivate var isWordPart: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }
}
