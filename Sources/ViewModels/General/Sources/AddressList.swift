/// Finds the addresses in a text that may contain several.
public nonisolated enum AddressList {
    /// Endings of the names of files that no host has.
    private static let fileEndings: Set<String> = ["atom", "htm", "html", "json", "php", "rdf", "rss", "xml"]

    /// Returns the addresses in a pasted text. Words that do not begin one continue the address before them, which a terminal
    /// may have broken into lines. A line that begins with another word is a single one, such as a command with its spaces.
    public static func pasted(_ text: String) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let last = words.last else { return [] }
        let whole = text[first.startIndex..<last.endIndex]
        guard beginsAddress(first) || whole.contains(where: \.isNewline) else { return [String(whole)] }
        return words.reduce(into: []) { addresses, word in
            if let last = addresses.indices.last, !beginsAddress(word) {
                addresses[last] += word
            } else {
                addresses.append(String(word))
            }
        }
    }

    /// Returns the addresses in a typed text: those of ``pasted(_:)`` if all its words are like addresses or files, and
    /// otherwise the text, whose spaces may be typed on purpose.
    static func typed(_ text: String) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace)
        let isList = words.count > 1 && words.allSatisfy { beginsAddress($0) || nameEnding(of: $0) != nil }
        return isList ? pasted(text) : [text]
    }

    /// Returns true for a web address, with its scheme or a host in the place of it, and for a handle.
    private static func beginsAddress(_ word: Substring) -> Bool {
        if word.hasPrefix("@") { return true }
        if let ending = nameEnding(of: word) { return !fileEndings.contains(ending) }
        guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else { return false }
        return word[colon...].hasPrefix("://") && word[..<colon].allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// Returns the last label, in lower case, of the name of a host or file with which the word begins, such as `example` of
    /// `a.example/feed`. Returns `nil` if it begins with none.
    private static func nameEnding(of word: Substring) -> String? {
        let labels = word.prefix { !"/?#:".contains($0) }.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.first?.isLetter == true,
            labels.allSatisfy({ label in
                !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            })
        else { return nil }
        return last.lowercased()
    }
}
