import FeedParsing

/// The relation of the account to a profile (`app.bsky.actor.defs#viewerState`).
struct BlueskyRelationship: LenientObject, Hashable, Sendable {
    var isMuted = false
    var mutesReposts = false
    var mutesQuotes = false
    /// The addresses of the account's own records.
    var blocking: String?
    var following: String?
    /// The address of the other's record, if they follow the account.
    var followedBy: String?

    init() {}

    init(_ members: JSONMembers) throws {
        isMuted = members.flag("muted")
        mutesReposts = members.flag("mutedOnlyReposts")
        mutesQuotes = members.flag("mutedOnlyQuoteposts")
        blocking = members.line("blocking")
        following = members.line("following")
        followedBy = members.line("followedBy")
    }
}
