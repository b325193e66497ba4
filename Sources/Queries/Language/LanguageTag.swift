/// Codes of languages, as BCP 47 has them: <https://www.rfc-editor.org/info/bcp47>.
public enum LanguageTag {
    /// The tag as tags are compared: in lower case, its parts joined by hyphens. Nil where `text` is no code of a language:
    /// two or three letters, then further parts of up to eight letters or digits.
    public static func normalized(_ text: String) -> String? {
        let tag = text.lowercased().replacing("_", with: "-")
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { $0.isDigit || (0x61...0x7a).contains($0) }
        }
        guard isTag, let primary = parts.first, (2...3).contains(primary.utf8.count) else { return nil }
        return tag
    }
}
