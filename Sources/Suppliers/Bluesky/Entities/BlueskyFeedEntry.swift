import EngineConcepts
import FeedParsing

/// An entry of a feed: a post, with the reason why it is there (`app.bsky.feed.defs#feedViewPost`).
struct BlueskyFeedEntry: LenientObject, Hashable, Sendable {
    /// The reason for an entry that is not the post itself.
    enum Reason: Hashable, Sendable {
        case repost(by: BlueskyProfile, uri: String?, at: Timestamp?)
        case pin
    }

    let post: BlueskyPost
    let reason: Reason?
}

extension BlueskyFeedEntry {
    init(_ members: JSONMembers) throws {
        post = try members.decode(BlueskyPost.self, forKey: JSONName("post"))
        let given = members.nested("reason")
        switch given?.type {
        case "app.bsky.feed.defs#reasonRepost"?:
            let person = given?.object("by", of: BlueskyProfile.self)
            reason = person.map { Reason.repost(by: $0, uri: given?.line("uri"), at: given?.date("indexedAt")) }
        case "app.bsky.feed.defs#reasonPin"?: reason = .pin
        default: reason = nil
        }
    }
}
