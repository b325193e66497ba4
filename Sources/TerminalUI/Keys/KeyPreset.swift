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
        case .newsboat: Self.newsboatTimeline + Self.newsboatReading
        case .mastodon: Self.mastodonTimeline + Self.mastodonReading
        }
    }

    private static let newsboatTimeline = changes(
        .timeline,
        [
            ("J", .down), ("K", .up), ("j", .nextSource), ("k", .previousSource), ("l", .unreadOnly),
            ("A", .markAllRead), ("ctrl-e", .toggleStar),
        ])
    private static let newsboatReading =
        changes(
            .reading, [("ctrl-b", .bookmark), ("ctrl-e", .toggleStar), ("N", .toggleRead)])
        + [KeyChange(context: KeyContext.timeline.rawValue, keys: "ctrl-b", command: nil)]

    private static let mastodonTimeline =
        changes(.timeline, [("S", .onlySource), ("v", .open), (",", .refresh)])
        + ["s", "f", "b"].map { KeyChange(context: KeyContext.timeline.rawValue, keys: $0, command: nil) }
    private static let mastodonReading =
        changes(.ticket, [("alt-v", .toggleRaw), ("v", .openInBrowser)])
        + changes(
            .reading, [("f", .like), ("b", .boost), ("s", .bookmark), ("B", .toggleStar), ("alt-f", .toggleStar)])
        + changes(.everywhere, [("alt-,", .settings)])

    private static func changes(_ context: KeyContext, _ keys: [(String, Command)]) -> [KeyChange] {
        keys.map { KeyChange(context: context.rawValue, keys: $0.0, command: $0.1.rawValue) }
    }
}
