/// Words to search for, ignoring case and diacritics. Only whole words match.
public struct WordPattern: Hashable, Sendable {
    /// The interpretation of the words.
    public enum Form: Hashable, Sendable {
        /// A single word in any of its forms if the ticket's language is known: `race` finds `races`.
        case word
        /// Exactly these words, next to each other.
        case phrase
        /// The same, but the last one is a prefix: `stew*` finds `stewards`.
        case prefix
    }

    /// The words as written, without quotes and stars.
    public let text: String
    /// The interpretation. ``Form/word`` is for a single plain word; everything else is a phrase.
    public let form: Form

    /// Creates a pattern, or returns `nil` if `text` has no letters, digits or symbols.
    public init?(_ text: String, _ form: Form = .word) {
        // Control characters are part of no word; spaces keep the printed form readable.
        let line =
            text.unicodeScalars.allSatisfy { $0.isWordPart }
            ? text
            : text.unicodeScalars.split { $0.isWhitespace || $0.isControl }.map { String($0) }.joined(separator: " ")
        let words = Words(line)
        guard let first = words.ranges.first, let last = words.ranges.last else { return nil }
        // Punctuation around a bare word is not part of it: the comma of a pasted sentence.
        let inner = line.utf8.dropFirst(Int(first.lowerBound)).prefix(Int(last.upperBound - first.lowerBound))
        let wanted = form == .phrase ? line : String(Substring(inner))
        self.text = wanted
        self.form = form == .word && !(words.count == 1 && wanted.isPlainWord) ? .phrase : form
    }

    /// True if the pattern can be written without quotes.
    var isPlain: Bool { text.isPlainWord }
}

extension String {
    /// True if the language reads `text` as one word without quotes.
    var isPlainWord: Bool {
        guard let first = unicodeScalars.first, first.isWordPart, !["AND", "OR", "NOT"].contains(self) else {
            return false
        }
        return unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "_", "-", ".", "'", "’", "+", "#": true
            default: scalar.isWordPart
            }
        }
    }
}
