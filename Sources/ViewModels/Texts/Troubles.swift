public import EngineConcepts
public import Localization

/// What is said of a trouble in a language, and what that is in English; values stand at `{0}`, `{1}` …, in the order of reading.
nonisolated struct TranslatedError: Equatable, Sendable {
    let english: String
    let translation: String

    init(_ english: String, _ translation: String) {
        self.english = english
        self.translation = translation
    }
}

nonisolated extension Localizer {
    /// What sources, the store and the reader's files say of their troubles. They know no languages: what they say in English is
    /// said in this one, sentence by sentence; a sentence that there are no words for stays as it is.
    public func ofTroubles(_ text: String) -> String {
        guard language == "es" else { return text }
        return Self.sentences(of: text).map(ofTrouble).joined(separator: " ")
    }

    /// Returns a message in words, translating an English one.
    public func ofTroubles(_ message: Message) -> String {
        ofTroubles(self(message))
    }

    /// What an error says.
    public func words(for error: any Error) -> String {
        (error as? any PresentableError).map { ofTroubles($0.message) } ?? ofTroubles(String(describing: error))
    }

    private func ofTrouble(_ sentence: String) -> String {
        for text in Self.spanishTroubles {
            guard let values = Self.values(of: text.english, in: sentence) else { continue }
            return values.enumerated()
                .reduce(text.translation) { words, value in
                    words.replacing("{\(value.offset)}", with: ofTrouble(value.element))
                }
        }
        return sentence
    }

    /// The text cut behind each sentence.
    private static func sentences(of text: String) -> [String] {
        var sentences: [String] = []
        var rest = text[...]
        while let end = rest.firstRange(of: /[.?][ \n]/) {
            sentences.append(String(rest[...end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return sentences + (rest.isEmpty ? [] : [String(rest)])
    }

    /// What stands at the places `{0}`, `{1}` … of `pattern` in a text that is otherwise the same; nil where it is not.
    static func values(of pattern: String, in text: String) -> [String]? {
        let parts = pattern.split(separator: "{", omittingEmptySubsequences: false)
        // Behind each place, of which the number and the bracket are left.
        let pieces = parts.dropFirst().map { $0.drop { $0 != "}" }.dropFirst() }
        guard let first = parts.first, text.hasPrefix(first) else { return nil }
        guard let last = pieces.last else { return text == pattern ? [] : nil }
        var values: [String] = []
        var rest = text.dropFirst(first.count)
        for piece in pieces.dropLast() {
            guard let place = rest.firstRange(of: piece) else { return nil }
            values.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        guard rest.hasSuffix(last), rest.count > last.count || last.isEmpty else { return nil }
        values.append(String(rest.dropLast(last.count)))
        return values.allSatisfy { !$0.isEmpty } ? values : nil
    }
}
