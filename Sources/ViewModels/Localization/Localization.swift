/// The words of one language for every ``Phrase``.
///
/// A text may hold places for values: `{0}` is the first value, `{0|ticket|tickets}` chooses by the first value, which
/// must be a number, between the word for one and the word for all other numbers.
public nonisolated struct Localization: Equatable, Sendable {
    /// The language as a BCP 47 tag.
    public let language: String
    /// The short names of the days, Sunday first.
    public let days: [String]
    /// The short names of the months.
    public let months: [String]
    let texts: [MessageKey: String]
    /// The texts of the key table by what they are in English, the table's own language.
    public let keyTexts: [String: String]
    /// What credited work does, by what that is in English.
    public let creditTexts: [String: String]
    /// What is said of troubles.
    let troubleTexts: [TranslatedError]

    /// Makes the wording of a language. Phrases without a text are printed by their name.
    init(
        language: String, days: [String], months: [String], texts: [MessageKey: String], keyTexts: [String: String] = [:],
        creditTexts: [String: String] = [:], troubleTexts: [TranslatedError] = []
    ) {
        self.troubleTexts = troubleTexts
        self.creditTexts = creditTexts
        self.language = language
        self.days = days
        self.months = months
        self.texts = texts
        self.keyTexts = keyTexts
    }

    /// The phrases that have no text in this language.
    public var untranslated: [MessageKey] {
        MessageKey.allCases.filter { texts[$0] == nil }
    }

    /// What the key table's `text` is in this language: that text itself where there are no words for it.
    ///
    /// The table of keys holds its help and hints beside the keys, in English; other languages find theirs by these.
    public func ofKeys(_ text: String) -> String {
        keyTexts[text] ?? text
    }

    /// What a credited work does: that text itself where there are no words for it.
    func ofCredits(_ text: String) -> String {
        creditTexts[text] ?? text
    }

    /// What a presenter says above a ticket. Presenters know no languages: what Fiber's own say in English is said in this one.
    func ofPresenters(_ text: String) -> String {
        let english = Localization.english
        for phrase in [MessageKey.boosted, .inReply] where text == english(phrase) { return self(phrase) }
        let prefix = english(.boostedBy, "")
        return text.hasPrefix(prefix) ? self(.boostedBy, .words(String(text.dropFirst(prefix.count)))) : text
    }

    /// The words for `phrase`, with the values in their places.
    public func callAsFunction(_ phrase: MessageKey, _ values: Value...) -> String {
        guard let text = texts[phrase] else { return phrase.rawValue }
        return text.contains("{") ? Self.fill(text, with: values) : text
    }

    /// A number with its thousands apart: `4,210`.
    public static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
            result.append(digit)
        }
        return number < 0 ? "-" + result : result
    }

    /// A value in a text.
    public enum Value: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
        /// Words, printed as they are.
        case words(String)
        /// A number, printed in full.
        case number(Int)

        /// Makes words.
        public init(stringLiteral value: String) {
            self = .words(value)
        }

        var printed: String {
            switch self {
            case .words(let words): words
            case .number(let number): String(number)
            }
        }
    }

    static func fill(_ text: String, with values: [Value]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let parts = rest[rest.index(after: open)..<close].split(separator: "|", omittingEmptySubsequences: false)
            if let index = parts.first.flatMap({ Int($0) }), values.indices.contains(index) {
                result += chosen(parts.dropFirst(), by: values[index])
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func chosen(_ forms: ArraySlice<Substring>, by value: Value) -> String {
        guard let one = forms.first, let other = forms.last else { return value.printed }
        if case .number(1) = value { return String(one) }
        return String(other)
    }
}
