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
}
