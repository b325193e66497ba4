import WebText

/// A list of Hacker News, named by an `hn:…` address.
enum HackerNewsList: ServiceList, Hashable, Sendable {
    /// All new stories.
    case newest
    /// The front page: a ranking, ordered by the time at which a story was first seen there.
    case front
    /// Questions to the readers ("Ask HN").
    case ask
    /// Projects that their makers show ("Show HN").
    case show
    /// Job offers.
    case jobs
    /// The stories and comments of a user.
    case user(String)
    /// The comments on the story with this ID.
    case thread(String)
    /// The stories that match a search.
    case search(String)

    /// Parses the address of a list, such as `hn:front` or `hn:user:NAME`. `hn:new` and `hn:top` are accepted for
    /// `hn:newest` and `hn:front`; several words after `hn:` are a search. Returns `nil` if there is no such list.
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
        byte.isASCIILetter || byte.isASCIIDigit || "-_".utf8.contains(byte)
    }

    /// The canonical address of the list.
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

    /// The display name of the list.
    var name: String {
        switch self {
        case .newest: "Hacker News newest"
        case .front: "Hacker News"
        case .ask: "Ask HN"
        case .show: "Show HN"
        case .jobs: "Hacker News jobs"
        case .user(let name): "\(name) on Hacker News"
        case .thread(let number): "Hacker News thread \(number)"
        case .search(let words): "“\(words)” on Hacker News"
        }
    }

    /// True if the list is a ranking instead of a stream.
    var isRanking: Bool { self == .front }

    /// The tags of the list's items in the search API's syntax: a comma means "and", parentheses mean "or".
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

    /// The search text, or `nil` for all items.
    var query: String? {
        if case .search(let words) = self { words } else { nil }
    }
}
