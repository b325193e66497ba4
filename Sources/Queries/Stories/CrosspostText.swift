import EngineConcepts
import WebText

/// The part of a text that networks leave alone when one person posts it at several: its words in their order, without the
/// hashtags and links at the end, and with mentions in one form. White space, quotation marks and emoji are no words.
///
/// In doubt two texts differ. All words must be the same, apart from those that a network has cut off; where both have
/// hashtags at the end or links, one text has none that the other lacks, or they share a link.
struct CrosspostText: Hashable, Sendable {
    /// The words by hash; a mention has the hash of no word.
    private let words: [UInt64]
    private let mentions: [Mention]
    /// The hashtags at the end, in lower case.
    private let tags: Set<String>
    /// The canonical addresses of the links.
    private let links: Set<String>
    /// True if the text ends in an ellipsis, perhaps within a word.
    private let isCut: Bool

    /// A person who is named.
    private struct Mention: Hashable {
        /// The handle up to its host, in lower case, which networks have in common.
        let name: String
        /// The linked person, or `nil` if the handle is not linked.
        let person: String?

        func isAlike(_ other: Mention) -> Bool {
            if let person, person == other.person { return true }
            let (shorter, longer) = name.count < other.name.count ? (name, other.name) : (other.name, name)
            return shorter == longer || shorter.count >= 3 && longer.hasPrefix(shorter)
        }
    }

    /// The hash that stands for a mention.
    private static let mention: UInt64 = 0x6d65_6e74_696f_6e21
    /// The words that a key contains, and the fewest of a text that ends in an ellipsis.
    private static let keyLength = 8

    /// True if the same person may well write it again.
    var isShort: Bool { words.count < Self.keyLength }

    /// The fewest words of a text that is cut without an ellipsis.
    private static let longCut = 20
    /// The most words that are read.
    private static let maximumWords = 120

    /// Reads the words of a text. Returns `nil` if there are none but mentions, hashtags and links at the end.
    ///
    /// - Parameter links: The links in the text and those of the post, as written.
    init?(_ text: String, links: [String], people: People) {
        var tokens = text.split(whereSeparator: \.isWhitespace)
        var tags: Set<String> = []
        while let last = tokens.last {
            if let tag = Self.tag(last) {
                tags.insert(tag)
            } else if !Self.isLink(last) && !Self.isMark(last) {
                break
            }
            tokens.removeLast()
        }
        isCut = tokens.last.map { ["…", "...", "[…]", "(…)", "[...]"].contains(where: $0.hasSuffix) } ?? false
        self.tags = tags
        self.links = Set(links.compactMap(CanonicalAddress.of))
        var words: [UInt64] = []
        var mentions: [Mention] = []
        var reader = Words()
        for token in tokens where words.count < Self.maximumWords && !Self.isLink(token) {
            if let mention = Self.mention(token, people) {
                mentions.append(mention)
                words.append(Self.mention)
            } else {
                reader.removeAll()
                reader.append(String(token))
                words += reader.hashes
            }
        }
        guard words.contains(where: { $0 != Self.mention }) else { return nil }
        self.words = Array(words.prefix(Self.maximumWords))
        self.mentions = mentions
    }

    /// The first words, which two texts of one post have in common.
    var key: [UInt64] { Array(words.prefix(Self.keyLength)) }

    /// Returns true if both are texts of one post.
    func isSame(as other: CrosspostText) -> Bool {
        guard tags.isSubset(of: other.tags) || other.tags.isSubset(of: tags),
            links.isEmpty || other.links.isEmpty || !links.isDisjoint(with: other.links),
            zip(mentions, other.mentions).allSatisfy({ $0.isAlike($1) })
        else { return false }
        return words == other.words || isBeginning(of: other) || other.isBeginning(of: self)
    }

    /// Returns true if a network has cut this text off.
    private func isBeginning(of other: CrosspostText) -> Bool {
        // The last word can be cut, too.
        let whole = isCut ? words.dropLast() : words[...]
        return whole.count >= (isCut ? Self.keyLength : Self.longCut) && whole.count < other.words.count
            && other.words.starts(with: whole)
    }

    // MARK: Tokens

    private static let quotes: Set<Character> = [
        "\"", "'", "“", "”", "„", "‘", "’", "«", "»", "(", ")", "[", "]", ",", ".", ";", ":", "!", "?", "…",
    ]

    /// Returns a token without the punctuation around it.
    private static func bare(_ token: Substring) -> Substring {
        var token = token
        while let first = token.first, quotes.contains(first) { token.removeFirst() }
        while let last = token.last, quotes.contains(last) { token.removeLast() }
        return token
    }

    /// Returns the name of a hashtag in lower case, or `nil` for other tokens.
    private static func tag(_ token: Substring) -> String? {
        let token = bare(token)
        guard token.first == "#" || token.first == "＃", token.count > 1, !token.dropFirst().contains("#") else {
            return nil
        }
        return token.dropFirst().lowercased()
    }

    /// Returns true for a token without letters and digits, such as a dash before hashtags.
    private static func isMark(_ token: Substring) -> Bool {
        !token.contains { $0.isLetter || $0.isNumber || $0 == "…" } && !token.hasSuffix("...")
    }

    /// Returns true for an address, also one that a network shows without its scheme and shortened.
    private static func isLink(_ token: Substring) -> Bool {
        if token.contains("://") { return true }
        let token = bare(token)
        guard let slash = token.firstIndex(of: "/") else { return false }
        let labels = token[..<slash].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.count > 1 else { return false }
        return last.allSatisfy(\.isLetter) && labels.allSatisfy { !$0.isEmpty }
    }

    /// Returns the person whom a token names, as `@ann`, `@ann@example.social`, `@ann.example` or `ann@example.social`, or
    /// `nil` for other tokens.
    private static func mention(_ token: Substring, _ people: People) -> Mention? {
        let token = bare(token)
        let isMarked = token.first == "@"
        let parts = (isMarked ? token.dropFirst() : token).split(separator: "@", omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty, isMarked || parts.count == 2 && parts[1].contains(".") else {
            return nil
        }
        let key = AuthorKey(isMarked ? String(token) : "@\(token)", kinds: SourceKinds()) { _ in nil }
        let name = parts.count == 1 ? first.prefix { $0 != "." } : first
        return Mention(name: name.lowercased(), person: key.flatMap { people.person(with: $0) }?.name)
    }
}
