/// The keys of another program as changes to the key table. Functions that Fiber does not have are left out. The
/// user's own keys are applied afterwards.
public nonisolated enum KeyPreset: String, CaseIterable, Sendable {
    /// Fiber's own keys.
    case fiber
    /// The keys of newsboat: J and K move, j and k go to another source.
    case newsboat
    /// The keys of Mastodon's terminal clients tut and toot: f likes, b boosts, s bookmarks, v opens the browser.
    case mastodon

    /// The differences from Fiber's own table.
    var changes: [KeyChange] {
        switch self {
        case .fiber: []
        case .newsboat: Self.newsboatTimeline + Self.newsboatCurrentTicket + Self.newsboatSources
        case .mastodon: Self.mastodonTimeline + Self.mastodonCurrentTicket
        }
    }

    private static let newsboatTimeline = changes(
        .timeline,
        [
            ("J", "down"), ("K", "up"), ("j", "next-source"), ("k", "previous-source"), ("l", "unread-only"),
            ("A", "mark-all-read"), ("ctrl-e", "toggle-star"),
        ])
    private static let newsboatCurrentTicket =
        changes(.currentTicket, [("ctrl-b", "bookmark"), ("ctrl-e", "toggle-star"), ("N", "toggle-read")])
        + [KeyChange(context: KeyContext.timeline.rawValue, keys: "ctrl-b", command: nil)]

    /// J and K move in every list, so the sources are ordered by other keys.
    private static let newsboatSources = changes(
        .sources, [("J", "down"), ("K", "up"), ("alt-j", "move-down"), ("alt-k", "move-up")])

    private static let mastodonTimeline =
        changes(.timeline, [("S", "only-source"), ("v", "open"), (",", "refresh")])
        + ["s", "f", "b"].map { KeyChange(context: KeyContext.timeline.rawValue, keys: $0, command: nil) }
    private static let mastodonCurrentTicket =
        changes(.ticket, [("alt-v", "toggle-raw"), ("v", "open-in-browser")])
        + changes(
            .currentTicket,
            [("f", "like"), ("b", "boost"), ("s", "bookmark"), ("B", "toggle-star"), ("alt-f", "toggle-star")])
        + changes(.everywhere, [("alt-,", "settings")])

    private static func changes(_ context: KeyContext, _ keys: [(keys: String, command: String)]) -> [KeyChange] {
        keys.map { KeyChange(context: context.rawValue, keys: $0.keys, command: $0.command) }
    }
}
