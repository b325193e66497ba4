/// Finds the addresses in a text that may contain several.
public nonisolated enum AddressList {
    /// Returns the addresses in a pasted text. Words that do not begin one continue the address before them, which a terminal
    /// may have broken into lines. Behind an address with a scheme, a word such as `feed.xml` is a part of that.
    public static func pasted(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace)
            .reduce(into: []) { addresses, word in
                if let last = addresses.indices.last, !beginsAddress(word),
                    addresses[last].contains("://") || !beginsWithHost(word)
                {
                    addresses[last] += word
                } else {
                    addresses.append(String(word))
                }
            }
    }

    /// Returns the addresses in a typed text, or `nil` if it is a single one: a command and the path of a file may contain
    /// spaces.
    static func several(in text: String) -> [String]? {
        let words = text.split(whereSeparator: \.isWhitespace)
        let isList = words.count > 1 && words.allSatisfy { beginsAddress($0) || beginsWithHost($0) }
        return isList ? words.map(String.init) : nil
    }

    /// Returns true for a web address with its scheme and for a handle.
    private static func beginsAddress(_ word: Substring) -> Bool {
        if word.hasPrefix("@") { return true }
        guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else { return false }
        return word[colon...].hasPrefix("://") && word[..<colon].allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// Returns true for a web address without its scheme, such as `a.example/feed`.
    private static func beginsWithHost(_ word: Substring) -> Bool {
        let labels = word.prefix { !"/?#:".contains($0) }.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.last?.first?.isLetter == true
            && labels.allSatisfy { label in
                !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
    }
}
