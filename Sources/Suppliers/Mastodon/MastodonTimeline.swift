import WebText

/// A timeline of an account or a server, as addresses name it.
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

    /// A person, of whose posts some are chosen.
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
