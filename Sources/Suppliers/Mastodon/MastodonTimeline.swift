import EngineConcepts
import WebText

enum MastodonTimeline: SocialTimeline {
    case home
    /// The public posts of the server's own people.
    case local
    /// The public posts that the server knows.
    case federated
    /// A list of the account, by its identity or its title.
    case list(String)
    case tag(TagChoice)
    case user(UserChoice)
    case favourites
    case bookmarks
    case notifications
    /// Notifications of one kind about one post as one item each.
    case groupedNotifications
    /// The posts that are popular at the server now.
    case trends
    /// The posts that the server finds for these words.
    case search(String)
    /// The posts around one, by its identity.
    case thread(String)

    /// Hashtags: posts with the first or any of `any`, with all of `all`, without those of `none`.
    struct TagChoice: Hashable, Sendable {
        var name: String
        var any: [String] = []
        var all: [String] = []
        var none: [String] = []
    }

    struct UserChoice: Hashable, Sendable {
        /// The handle without its first `@`: `ann`, or `ann@example.social`.
        var handle: String
        var hasReplies = true
        var hasBoosts = true
        /// True for the posts that the person has pinned, and no others.
        var isPinned = false
    }

    /// Parses `home`, `list:NAME`, `tag:NAME,NAME+NAME-NAME`, `user:HANDLE,no-replies,no-boosts`, `search:WORDS` and the
    /// like. Returns `nil` for anything else.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = parts.count > 1 ? String(parts[1]) : nil
        switch (parts[0].lowercased(), argument) {
        case ("home", nil): self = .home
        case ("local", nil): self = .local
        case ("federated", nil): self = .federated
        case ("favourites", nil): self = .favourites
        case ("bookmarks", nil): self = .bookmarks
        case ("notifications", nil): self = .notifications
        case ("notifications", let kind?) where kind.lowercased() == "grouped": self = .groupedNotifications
        case ("trends", nil): self = .trends
        case ("search", let text?):
            let words = TextSanitizer.line(text)
            guard !words.isEmpty else { return nil }
            self = .search(words)
        case ("thread", let id?) where !id.isEmpty && !id.contains { $0.isWhitespace || $0 == "/" }:
            self = .thread(id)
        case ("list", let name?) where !name.isEmpty: self = .list(name)
        case ("tag", let text?):
            guard let tags = TagChoice(text) else { return nil }
            self = .tag(tags)
        case ("user", let text?):
            guard let user = UserChoice(text) else { return nil }
            self = .user(user)
        default: return nil
        }
    }

    /// The timeline in the form that ``init(_:)`` parses.
    var text: String {
        switch self {
        case .home: "home"
        case .local: "local"
        case .federated: "federated"
        case .list(let name): "list:\(name)"
        case .tag(let tags): "tag:\(tags.text)"
        case .user(let user): "user:\(user.text)"
        case .favourites: "favourites"
        case .bookmarks: "bookmarks"
        case .notifications: "notifications"
        case .groupedNotifications: "notifications:grouped"
        case .trends: "trends"
        case .search(let words): "search:\(words)"
        case .thread(let id): "thread:\(id)"
        }
    }

    /// True if servers may show the timeline to people without an account.
    var isPublic: Bool {
        switch self {
        case .local, .federated, .tag, .user, .trends, .thread: true
        case .home, .list, .favourites, .bookmarks, .notifications, .groupedNotifications, .search: false
        }
    }

    var hasNotifications: Bool { self == .notifications || self == .groupedNotifications }

    /// True if the identifiers by which the server pages are those of the items. Favourites and bookmarks are paged by
    /// identifiers that only the `Link` field shows.
    var isPagedByItem: Bool {
        switch self {
        case .favourites, .bookmarks, .trends, .thread: false
        case .user(let user): !user.isPinned
        case .home, .local, .federated, .list, .tag, .notifications, .groupedNotifications, .search: true
        }
    }

    /// True if the server can deliver the items above a position, beginning with the next one. A search begins with the
    /// newest, and a group of notifications does not say at which of them such a page ends.
    var pagesNewer: Bool {
        switch self {
        case .search, .groupedNotifications: false
        default: isPagedByItem
        }
    }

    /// The context of the account's filters, or `nil` if they do not apply.
    var filterContext: String? {
        switch self {
        case .home, .list: "home"
        case .local, .federated, .tag, .trends: "public"
        case .user: "account"
        case .notifications, .groupedNotifications: "notifications"
        case .thread: "thread"
        case .favourites, .bookmarks, .search: nil
        }
    }

    /// Returns the time after which an item of its time can still appear.
    ///
    /// Mastodon and Pleroma give posts the time at which they arrive, and put them into home feeds within seconds;
    /// following somebody or fetching a thread adds older ones. GoToSocial gives them the time at which they were
    /// written, and deliveries take as long as other servers take.
    func lateness(of format: MastodonIDFormat?) -> Duration {
        switch (self, format) {
        case (.notifications, _), (.groupedNotifications, _), (.favourites, _), (.bookmarks, _): .seconds(60)
        case (_, .ulid): .seconds(1800)
        // An index of words is updated some minutes later.
        case (.federated, _), (.tag, _), (.search, _): .seconds(600)
        default: .seconds(120)
        }
    }

    /// Returns the path of the timeline.
    ///
    /// - Parameter id: The server's identity of the list or the person.
    func path(_ id: String?) -> String {
        switch self {
        case .home: "/api/v1/timelines/home"
        case .local, .federated: "/api/v1/timelines/public"
        case .list(let name): "/api/v1/timelines/list/\(PercentCoding.encoded(id ?? name))"
        case .tag(let tags): "/api/v1/timelines/tag/\(PercentCoding.encoded(tags.name))"
        case .user(let user): "/api/v1/accounts/\(PercentCoding.encoded(id ?? user.handle))/statuses"
        case .favourites: "/api/v1/favourites"
        case .bookmarks: "/api/v1/bookmarks"
        case .notifications: "/api/v1/notifications"
        case .groupedNotifications: "/api/v2/notifications"
        case .trends: "/api/v1/trends/statuses"
        case .search: "/api/v2/search"
        case .thread(let id): "/api/v1/statuses/\(PercentCoding.encoded(id))/context"
        }
    }

    /// The query that chooses the timeline's items.
    var parameters: [QueryParameter] {
        switch self {
        case .local: [("local", "true")]
        case .tag(let tags):
            tags.any.map { ("any[]", $0) } + tags.all.map { ("all[]", $0) } + tags.none.map { ("none[]", $0) }
        case .user(let user):
            user.isPinned
                ? [("pinned", "true")]
                : (user.hasReplies ? [] : [("exclude_replies", "true")])
                    + (user.hasBoosts ? [] : [("exclude_reblogs", "true")])
        case .search(let words): [("q", words), ("type", "statuses")]
        case .home, .federated, .list, .favourites, .bookmarks, .notifications, .groupedNotifications, .trends,
            .thread:
            []
        }
    }
}

extension MastodonTimeline.TagChoice {
    /// Parses `NAME` with further names behind `,` (any), `+` (all) and `-` (none).
    init?(_ text: String) {
        var groups: [Character: [String]] = [:]
        var sign: Character = "#"
        var name = ""
        for character in text + "," {
            guard ",+-".contains(character) else {
                if character != "#" || !name.isEmpty { name.append(character) }
                continue
            }
            guard !name.isEmpty, name.allSatisfy(Self.isPartOfTag) else { return nil }
            groups[sign, default: []].append(name)
            (sign, name) = (character, "")
        }
        guard let first = groups["#"]?.first else { return nil }
        self.init(
            name: first, any: groups[","] ?? [], all: groups["+"] ?? [], none: groups["-"] ?? [])
    }

    private static func isPartOfTag(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "·"
    }

    /// The names in the form that ``init(_:)`` parses.
    var text: String {
        name + any.map { ",\($0)" }.joined() + all.map { "+\($0)" }.joined() + none.map { "-\($0)" }.joined()
    }
}

extension MastodonTimeline.UserChoice {
    /// Parses a handle with the options `no-replies` and `no-boosts`, or with `pinned`.
    init?(_ text: String) {
        let parts = text.split(separator: ",").map(String.init)
        guard let first = parts.first else { return nil }
        let handle = first.withoutAtSign
        guard !handle.isEmpty, !handle.contains(where: { $0.isWhitespace || $0 == "/" }) else { return nil }
        // A colon can only be that of a host's port.
        if let colon = handle.firstIndex(of: ":") {
            let port = handle[handle.index(after: colon)...]
            guard handle[..<colon].contains("@"), !port.isEmpty, port.allSatisfy({ ("0"..."9").contains($0) }) else {
                return nil
            }
        }
        self.init(handle: handle)
        for option in parts.dropFirst() {
            switch option {
            case "no-replies": hasReplies = false
            case "no-boosts": hasBoosts = false
            case "pinned": isPinned = true
            default: return nil
            }
        }
        guard !isPinned || hasReplies && hasBoosts else { return nil }
    }

    /// The choice in the form that ``init(_:)`` parses.
    var text: String {
        handle + (hasReplies ? "" : ",no-replies") + (hasBoosts ? "" : ",no-boosts") + (isPinned ? ",pinned" : "")
    }
}
