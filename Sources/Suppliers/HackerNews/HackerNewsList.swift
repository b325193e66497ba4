import WebText

/// One of the lists that Hacker News can be followed by, as `hn:…` names it.
enum HackerNewsList: Hashable, Sendable {
    /// Every story, as it is submitted.
    case newest
    /// The front page: a ranking, ordered by when a story was first seen there.
    case front
    /// Questions to the readers.
    case ask
    /// What readers have made.
    case show
    /// Jobs.
    case jobs
    /// What one person writes: stories and comments.
    case user(String)
    /// The comments on the story of this number.
    case thread(String)
    /// The stories that match a search.
    case search(String)

    /// Reads `hn:newest`, `hn:user:NAME`, `hn:thread:NUMBER`, `hn:search:WORDS`; several words behind `hn:`, which can be no
    /// list, are searched for. Nil where there is no such list.
    init?(_ address: String) {
        let rest = TextSanitizer.line(String(address.dropFirst("hn:".count)))
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = parts.count > 1 ? TextSanitizer.line(String(parts[1])) : ""
        switch (parts.first?.lowercased() ?? "", argument.isEmpty) {
        case ("newest", true), ("new", true): self = .newest
        case ("front", true), ("top", true): self = .front
        case ("ask", true): self = .ask
        case ("show", true): self = .show
        case ("jobs", true): self = .jobs
        case ("user", false) where argument.utf8.allSatisfy(Self.isPartOfName): self = .user(argument)
        case ("thread", false) where argument.utf8.allSatisfy(\.isASCIIDigit): self = .thread(argument)
        case ("search", false): self = .search(argument)
        case ("user", _), ("thread", _), ("search", _): return nil
        case (let words, _) where words.contains(" "): self = .search(rest)
        default: return nil
        }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2d || byte == 0x5f
    }

    /// The one way in which the list is written.
    var address: String {
        switch self {
        case .newest: "hn:newest"
        case .front: "hn:front"
        case .ask: "hn:ask"
        case .show: "hn:show"
        case .jobs: "hn:jobs"
        case .user(let name): "hn:user:\(name)"
        case .thread(let number): "hn:thread:\(number)"
        case .search(let words): "hn:search:\(words)"
        }
    }

    /// What the list is called on the screen.
    var name: String {
        switch self {
        case .newest: "Hacker News, newest"
        case .front: "Hacker News"
        case .ask: "Ask HN"
        case .show: "Show HN"
        case .jobs: "Hacker News jobs"
        case .user(let name): "\(name) on Hacker News"
        case .thread(let number): "Hacker News thread \(number)"
        case .search(let words): "“\(words)” on Hacker News"
        }
    }

    /// Whether the list is a ranking and not a stream.
    var isRanking: Bool { self == .front }

    /// The tags that an item of the list has, as the search API combines them: a comma means "and", brackets mean "or".
    var tags: String {
        switch self {
        case .newest, .search: "story"
        case .front: "front_page"
        case .ask: "ask_hn"
        case .show: "show_hn"
        case .jobs: "job"
        case .user(let name): "author_\(name),(story,comment)"
        case .thread(let number): "comment,story_\(number)"
        }
    }

    /// What is searched for; nothing for everything.
    var query: String? {
        if case .search(let words) = self { words } else { nil }
    }
}
