/// A part of a post's text that is counted as a whole and never cut: a link, a name, a hashtag, or one character as people
/// see it.
struct PostUnit: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case character
        case link
        /// A person at another server, such as `@bob@pit.example`. The name, with its @, has this many characters.
        case mention(name: Int)
        /// A person such as `@bob` or `@bob.example`.
        case name
        case hashtag
    }

    let text: Substring
    let kind: Kind

    /// True for a character that is white space.
    var isSpace: Bool { kind == .character && text.allSatisfy(\.isWhitespace) }

    /// Returns the units of a text, in order. They contain all of it.
    static func units(of text: String) -> [PostUnit] {
        var units: [PostUnit] = []
        var rest = text[...]
        var isBoundary = true
        while let character = rest.first {
            let unit: PostUnit
            if isBoundary, let found = entity(in: rest) {
                unit = found
                isBoundary = false
            } else {
                unit = PostUnit(text: rest.prefix(1), kind: .character)
                isBoundary = !(character.isLetter || character.isNumber || "_/@".contains(character))
            }
            units.append(unit)
            rest = rest[unit.text.endIndex...]
        }
        return units
    }

    /// Returns the link, the name or the hashtag with which `text` begins, or `nil` if it begins with none.
    private static func entity(in text: Substring) -> PostUnit? {
        switch text.first {
        case "h", "H": endOfLink(in: text).map { PostUnit(text: text[..<$0], kind: .link) }
        case "@": mention(in: text) ?? name(in: text)
        case "#": hashtag(in: text)
        default: nil
        }
    }

    private static func hashtag(in text: Substring) -> PostUnit? {
        let tag = text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return tag.isEmpty ? nil : PostUnit(text: text[..<tag.endIndex], kind: .hashtag)
    }

    /// Returns the end of the link with which `text` begins, or `nil` if it begins with none.
    private static func endOfLink(in text: Substring) -> Substring.Index? {
        guard let scheme = ["https://", "http://"].first(where: { text.prefix($0.count).lowercased() == $0 }) else {
            return nil
        }
        var link = text.prefix { !$0.isWhitespace && !"<>\"".contains($0) }
        while let last = link.last, ".,;:!?')".contains(last) { link.removeLast() }
        let host = link.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return host.dropFirst().dropLast().contains(".") ? link.endIndex : nil
    }

    /// Returns the mention of a person at another server with which `text` begins, or `nil` if it begins with none.
    private static func mention(in text: Substring) -> PostUnit? {
        let name = text.dropFirst().prefix { isHandlePart($0) || $0 == "_" }
        let rest = text[name.endIndex...]
        guard !name.isEmpty, rest.first == "@" else { return nil }
        let host = trimmed(rest.dropFirst().prefix(while: isHandlePart))
        guard !host.isEmpty else { return nil }
        return PostUnit(text: text[..<host.endIndex], kind: .mention(name: name.count + 1))
    }

    /// Returns the name without a host with which `text` begins, or `nil` if it begins with none.
    private static func name(in text: Substring) -> PostUnit? {
        let name = trimmed(text.dropFirst().prefix { isHandlePart($0) || $0 == "_" })
        return name.isEmpty ? nil : PostUnit(text: text[..<name.endIndex], kind: .name)
    }

    private static func trimmed(_ name: Substring) -> Substring {
        var name = name
        while let last = name.last, ".-".contains(last) { name.removeLast() }
        return name
    }

    private static func isHandlePart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || ".-".contains(character)
    }
}
