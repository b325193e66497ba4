/// The rules of a server for an account's posts.
public struct PostRules: Hashable, Sendable {
    /// The way in which a server counts the length of a text.
    public enum Counting: Hashable, Sendable {
        /// Counts characters as people see them. A link counts as `link` characters, and a mention without its host.
        case characters(link: Int)
        /// Counts characters as people see them, in links and mentions too.
        case graphemes
        /// Counts Unicode scalars.
        case scalars
    }

    public var counting: Counting
    /// The maximum length, or `nil` if it is not known.
    public var maximumLength: Int?
    /// The maximum number of attached media, or `nil` if it is not known.
    public var maximumMedia: Int?

    /// Creates rules; without arguments, those of a server that tells none.
    public init(
        counting: Counting = .characters(link: 23), maximumLength: Int? = nil, maximumMedia: Int? = nil
    ) {
        self.counting = counting
        self.maximumLength = maximumLength
        self.maximumMedia = maximumMedia
    }

    /// Returns the length of a post as the server counts it: that of the text and of the content warning.
    public func length(of draft: PostDraft) -> Int {
        length(of: draft.text) + length(of: draft.contentWarning ?? "")
    }

    private func length(of text: String) -> Int {
        let link: Int
        switch counting {
        case .characters(let length): link = length
        case .graphemes: return text.count
        case .scalars: return text.unicodeScalars.count
        }
        var length = 0
        var rest = text[...]
        var isBoundary = true
        while let character = rest.first {
            if isBoundary, let end = Self.endOfLink(in: rest) {
                length += link
                rest = rest[end...]
                isBoundary = false
            } else if isBoundary, let mention = Self.mention(in: rest) {
                length += mention.name
                rest = rest[mention.end...]
                isBoundary = false
            } else {
                length += 1
                rest.removeFirst()
                isBoundary = !(character.isLetter || character.isNumber || "_/@".contains(character))
            }
        }
        return length
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

    /// Returns the length of the name, with its @, and the end of the mention of a person at another server with which
    /// `text` begins, or `nil` if it begins with none.
    private static func mention(in text: Substring) -> (name: Int, end: Substring.Index)? {
        guard text.first == "@" else { return nil }
        let name = text.dropFirst().prefix { isHandlePart($0) || $0 == "_" }
        let rest = text[name.endIndex...]
        guard !name.isEmpty, rest.first == "@" else { return nil }
        var host = rest.dropFirst().prefix(while: isHandlePart)
        while let last = host.last, ".-".contains(last) { host.removeLast() }
        return host.isEmpty ? nil : (name.count + 1, host.endIndex)
    }

    private static func isHandlePart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || ".-".contains(character)
    }
}
