import EngineConcepts
import FeedParsing

/// An entry of a feed: a post, with the reason why it is there (`app.bsky.feed.defs#feedViewPost`).
struct BlueskyFeedEntry: LenientObject, Hashable, Sendable {
    /// The reason for an entry that is not the post itself.
    enum Reason: Hashable, Sendable {
        case repost(by: BlueskyProfile, uri: String?, at: Timestamp?)
        case pin
        /// One that this version does not know, or a repost that cannot be read whole. Its time is unknown.
        case unknown
    }

    let post: BlueskyPost
    /// The reason, or `nil` if the entry is the post itself.
    let reason: Reason?
}

extension BlueskyFeedEntry {
    init(_ members: JSONMembers) throws {
        post = try members.decode(BlueskyPost.self, forKey: JSONName("post"))
        reason = members.nested("reason").map(Self.reason)
    }

    private static func reason(_ members: JSONMembers) -> Reason {
        switch members.type {
        case "app.bsky.feed.defs#reasonRepost":
            guard let person = members.object("by", of: BlueskyProfile.self) else { return .unknown }
            return .repost(by: person, uri: members.line("uri"), at: members.date("indexedAt"))
        case "app.bsky.feed.defs#reasonPin": return .pin
        default: return .unknown
        }
    }
}
