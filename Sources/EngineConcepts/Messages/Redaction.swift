/// The rules of what Fiber keeps to itself, and the functions that remove it from texts. Both are only here.
///
/// - A *secret* authenticates the user: a password, a token, or the value of a header field such as `Cookie`. It is in
///   `secrets.toml` or printed by a command, and sent only to the origin of its source (decision 0009). No screen, output,
///   message, log, report or other file has one, nor the store, and so no backup of it. A secret can get there in two ways: in
///   an address that a user wrote with a login, which ``withoutSecrets(_:)`` removes from each ``Message`` and each shown
///   address; and in the words of a parser or a command about a secret, which are dropped where they arise.
/// - *Private* is also what a person follows and reads: names of sources, the path of an address, the words of an error. Only
///   the user sees it. The log and problem reports, which people pass on, have what ``shareable(_:)`` leaves.
package enum Redaction {
    /// Returns true if a header field of this name authenticates the user, so that its value is always a secret.
    package static func isSecretField(_ name: String) -> Bool {
        ["authorization", "cookie", "proxy-authorization"].contains(name.lowercased())
    }

    /// Returns a text without the user names and passwords in its addresses: `https://ann:pw@a.example/x` becomes
    /// `https://a.example/x`.
    package static func withoutSecrets(_ text: String) -> String {
        // Hardly any text has one.
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var result = ""
        var rest = text.unicodeScalars[...]
        while let mark = rest.firstRange(of: "://".unicodeScalars) {
            result.unicodeScalars += rest[..<mark.upperBound]
            rest = rest[mark.upperBound...]
            let authority = rest.prefix { !"/?# ".unicodeScalars.contains($0) }
            let login = beginsLogin(authority) ? rest.prefix { !$0.properties.isWhitespace } : authority
            if let end = login.lastIndex(of: "@") { rest = rest[end...].dropFirst() }
        }
        result.unicodeScalars += rest
        return result
    }

    /// Returns true if what seems to be the port is none, but the beginning of a password with an unencoded `/`, `?` or `#`.
    /// Then all before the last `@` counts as the login: rather too much is removed.
    private static func beginsLogin(_ authority: Substring.UnicodeScalarView) -> Bool {
        guard let colon = authority.lastIndex(of: ":"), authority.first != "[", !authority.contains("@") else {
            return false
        }
        return UInt16(String(authority[colon...].dropFirst())) == nil
    }

    /// Returns the value of a detail of the journal without what is private: on one line, and not too long.
    package static func shareable(_ detail: JournalDetail) -> String {
        switch detail.key {
        case "source": mark(of: detail.value)
        // An error may quote an address or what a command printed: its name is enough.
        case "cause", "error": name(in: detail.value)
        default: cleaned(detail.value)
        }
    }

    /// The maximum number of characters of a shareable value.
    private static let maximumLength = 200

    /// Returns the kind and the mark of a source's identity, which tell sources apart and do not name them:
    /// `feed-1a2b3c` for `feed:example-org-1a2b3c`.
    private static func mark(of source: String) -> String {
        let kind = source.prefix { $0 != ":" }
        return cleaned("\(kind)-\(source.split(separator: "-").last.map(String.init) ?? "")")
    }

    /// Returns the words before the first value: `failed:hostNotFound` for `failed(hostNotFound(host: a.example))`.
    private static func name(in text: String) -> String {
        let words = text.split(separator: "(").prefix(2)
            .map { part in
                part.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }.split(separator: ".").last ?? ""
            }
        return words.filter { !$0.isEmpty }.joined(separator: ":")
    }

    /// Returns the text in one line, with only the hosts of addresses, and not too long.
    private static func cleaned(_ text: String) -> String {
        let words = withoutSecrets(text).split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
        let line = words.map(hostOnly).joined(separator: " ").prefix(maximumLength)
        guard line.utf8.contains(where: { $0 < 0x20 }) else { return String(line) }
        return String(line.map { $0.asciiValue.map { $0 < 0x20 } ?? false ? " " : $0 })
    }

    /// Returns a word in which only the host is left of an address. The text before the address stays.
    private static func hostOnly(_ word: Substring) -> Substring {
        var rest = word[...]
        while let mark = rest.firstRange(of: "://") {
            let before = word[..<mark.lowerBound]
            let start = before.lastIndex { !isSchemeCharacter($0) }.map(before.index(after:)) ?? before.startIndex
            let scheme = before[start...].drop { !$0.isLetter }
            rest = word[mark.upperBound...]
            guard !scheme.isEmpty else { continue }
            let login = rest.prefix { $0 != "/" && $0 != "@" }
            if rest[login.endIndex...].first == "@" { rest = rest[login.endIndex...].dropFirst() }
            return word[..<scheme.startIndex] + rest.prefix { !"/?#".contains($0) }
        }
        return word
    }

    private static func isSchemeCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "+.-".contains(character))
    }
}
