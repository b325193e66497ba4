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
            (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter }
        }
        guard isTag, let primary = parts.first, (2...3).contains(primary.utf8.count) else { return nil }
        return tag
    }

    /// The codes of one meaning, of which sources and CLD2 use both: ISO 639 has replaced one by the other, or it also stands
    /// for the other, as Norwegian for its usual kind.
    private static let synonyms: [String: String] = {
        let pairs = [("he", "iw"), ("id", "in"), ("yi", "ji"), ("jv", "jw"), ("ro", "mo"), ("nb", "no"), ("fil", "tl")]
        return Dictionary(uniqueKeysWithValues: pairs.flatMap { one, other in [(one, other), (other, one)] })
    }()

    /// Returns true if `language` is the normalised `tag` or a variety of it, such as `en-GB` or `EN_gb` of `en`, or `iw` of
    /// `he`.
    static func isVariety(_ language: String, of tag: String) -> Bool {
        if begins(language, with: tag) { return true }
        let primary = tag.prefix { $0 != "-" }
        guard let other = synonyms[String(primary)] else { return false }
        return begins(language, with: other + tag.dropFirst(primary.count))
    }

    /// Returns true if a tag has the parts of a normalised one first.
    private static func begins(_ language: String, with tag: String) -> Bool {
        var wanted = tag.utf8.makeIterator()
        for byte in language.utf8 {
            let folded: UInt8 = byte == .underscore ? .hyphen : byte.lowercasedASCII
            guard let next = wanted.next() else { return folded == .hyphen }
            guard next == folded else { return false }
        }
        return wanted.next() == nil
    }

    /// Returns true if a normalised tag may be that of a language: its first part is of ISO 639-1, or has three letters.
    public static func isKnown(_ tag: String) -> Bool {
        let primary = tag.prefix { $0 != "-" }
        return primary.utf8.count > 2 || twoLetterCodes.contains(primary)
    }

    /// The codes of ISO 639-1, with the former ones that are still in use (in, iw, ji, jw, mo, sh).
    private static let twoLetterCodes: Set<Substring> = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el \
        en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it \
        iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo \
        mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh \
        si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh \
        yi yo za zh zu
        """
        .split(separator: " "))

    /// Returns the name of the language, with its region if the tag has one, or the tag if it has no name.
    public static func name(of tag: String) -> Message {
        let parts = tag.split(separator: "-", maxSplits: 1).map(String.init)
        guard let code = parts.first?.lowercased(),
            let known = [code, synonyms[code]].compactMap(\.self).first(where: named.contains)
        else { return .verbatim(tag) }
        let language = Message("language.\(known)")
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
