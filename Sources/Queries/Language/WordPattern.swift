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
        let line = text.split { $0.isWhitespace || $0.isNewline || $0.isControl }.joined(separator: " ")
        let words = Words(line)
        guard let first = words.places.first, let last = words.places.last else { return nil }
        // What surrounds a bare word is no part of what is looked for: the comma of a pasted sentence.
        let inner = line.utf8.dropFirst(Int(first.lowerBound)).prefix(Int(last.upperBound - first.lowerBound))
        let wanted = form == .phrase ? line : String(Substring(inner))
        self.text = wanted
        self.form = form == .word && !(words.count == 1 && wanted.isPlainWord) ? .phrase : form
    }

    /// Whether the pattern can be written without quotes.
    var isPlain: Bool { text.isPlainWord }
}

extension Character {
    /// Whether it steers a terminal instead of standing in it.
    var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

extension String {
    /// Whether the language takes this for one word without quotes, and nothing else.
    var isPlainWord: Bool {
        guard let first, first.isLetter || first.isNumber, !["AND", "OR", "NOT"].contains(self) else { return false }
        return allSatisfy { $0.isLetter || $0.isNumber || "_-.'’+#".contains($0) }
    }
}
