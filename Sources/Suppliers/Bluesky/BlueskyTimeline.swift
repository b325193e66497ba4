import EngineConcepts
import WebText

/// A timeline of an account or a person at Bluesky.
enum BlueskyTimeline: SocialTimeline {
    case home
    case user(UserChoice)
    /// A list of the account by its name, or any list by its address.
    case list(String)
    /// A custom feed that the account has saved by its name, or any one by its address.
    case feed(String)
    case tag(String)
    case search(String)
    case favourites
    case bookmarks
    case notifications
    /// The posts around one, by its address.
    case thread(String)

    /// A person, and which of the person's posts are read.
    struct UserChoice: Hashable, Sendable {
        let person: ATIdentifier
        var hasReplies = true
        var hasBoosts = true
    }

    /// Parses `home`, `list:NAME`, `user:HANDLE,no-replies,no-boosts`, `search:WORDS` and the like. Returns `nil` for
    /// anything else.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = parts.count > 1 ? TextSanitizer.line(String(parts[1])) : nil
        switch (parts[0].lowercased(), argument) {
        case ("home", nil): self = .home
        case ("favourites", nil), ("likes", nil): self = .favourites
        case ("bookmarks", nil): self = .bookmarks
        case ("notifications", nil): self = .notifications
        case ("list", let name?) where !name.isEmpty: self = .list(BlueskyWebPages.record(named: name) ?? name)
        case ("feed", let name?) where !name.isEmpty && !name.hasPrefix("//"):
            self = .feed(BlueskyWebPages.record(named: name) ?? name)
        case ("search", let words?) where !words.isEmpty: self = .search(words)
        case ("tag", let name?):
            let name = name.hasPrefix("#") ? String(name.dropFirst()) : name
            guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || "#@/,".contains($0) }) else { return nil }
            self = .tag(name)
        case ("user", let text?):
            guard let user = UserChoice(text) else { return nil }
            self = .user(user)
        case ("thread", let uri?):
            guard let address = BlueskyWebPages.record(named: uri) ?? (ATURI(uri) == nil ? nil : uri) else {
                return nil
            }
            self = .thread(address)
        default: return nil
        }
    }

    /// The timeline in the form that ``init(_:)`` parses.
    var text: String {
        switch self {
        case .home: "home"
        case .user(let user): "user:\(user.text)"
        case .list(let name): "list:\(name)"
        case .feed(let name): "feed:\(name)"
        case .tag(let name): "tag:\(name)"
        case .search(let words): "search:\(words)"
        case .favourites: "favourites"
        case .bookmarks: "bookmarks"
        case .notifications: "notifications"
        case .thread(let uri): "thread:\(uri)"
        }
    }

    /// True if the public view may show the timeline to people without an account. Lists and feeds need their address.
    var isPublic: Bool {
        switch self {
        case .user, .thread: true
        case .list(let name), .feed(let name): ATURI(name) != nil
        case .home, .tag, .search, .favourites, .bookmarks, .notifications: false
        }
    }

    var hasNotifications: Bool { self == .notifications }

    /// True if the user has chosen the posts or their author, so that muting does not apply.
    var isChosen: Bool {
        switch self {
        case .user, .favourites, .bookmarks: true
        case .home, .list, .feed, .tag, .search, .notifications, .thread: false
        }
    }
}

extension BlueskyTimeline.UserChoice {
    /// Parses a handle or an identifier with the options `no-replies` and `no-boosts`.
    init?(_ text: String) {
        let parts = text.split(separator: ",").map(String.init)
        guard let first = parts.first, let person = ATIdentifier(first.withoutAtSign) else { return nil }
        self.init(person: person)
        for option in parts.dropFirst() {
            switch option {
            case "no-replies": hasReplies = false
            case "no-boosts": hasBoosts = false
            default: return nil
            }
        }
    }

    /// The choice in the form that ``init(_:)`` parses.
    var text: String {
        person.text + (hasReplies ? "" : ",no-replies") + (hasBoosts ? "" : ",no-boosts")
    }
}
