public import EngineConcepts
import WebText

/// Language codes of BCP 47: <https://www.rfc-editor.org/info/bcp47>.
public enum LanguageTag {
    /// Returns the normalised tag: in lower case, parts joined by hyphens, or `nil` if `text` is no language code: two or
    /// three letters, then parts of up to eight letters or digits.
    public static func normalized(_ text: String) -> String? {
        let tag = text.lowercased().replacing("_", with: "-")
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter }
        }
        guard isTag, let primary = parts.first, (2...3).contains(primary.utf8.count) else { return nil }
        return tag
    }

    /// Returns the name of the language, with its region if the tag has one, or the tag if it has no name.
    public static func name(of tag: String) -> Message {
        let parts = tag.split(separator: "-", maxSplits: 1).map(String.init)
        guard let code = parts.first?.lowercased(), named.contains(code) else { return .verbatim(tag) }
        let language = Message("language.\(code)")
        guard parts.count > 1 else { return language }
        return Message("languageOfRegion", ["language": .message(language), "region": .text(parts[1].uppercased())])
    }

    /// The codes of the languages with a name, under the key `language.` and the code.
    package static let named: Set<String> = [
        "af", "ar", "bg", "bn", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et", "eu", "fa", "fi", "fr",
        "ga", "gl", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "ko", "la", "lt", "lv", "mk", "mr",
        "ms", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "ta", "te", "th", "tl",
        "tr", "uk", "ur", "vi", "zh",
    ]
}
