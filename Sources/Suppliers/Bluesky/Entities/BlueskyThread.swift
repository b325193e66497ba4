import FeedParsing

/// A post in its thread (`app.bsky.feed.defs#threadViewPost`), or the position of one that is not shown.
struct BlueskyThread: LenientObject, Hashable, Sendable {
    /// The number of members on the way to the deepest reply that is read. Deeper ones are gaps.
    private static let maximumDepth = 96

    /// The post, or `nil` for a deleted one, one of somebody who blocks or is blocked, or one that this version does not know.
    let post: BlueskyPost?
    let replies: [BlueskyThread]
    /// The post that this one replies to: an array, because a struct cannot contain itself.
    private let parents: [BlueskyThread]

    var parent: BlueskyThread? { parents.first }

    init(_ members: JSONMembers) throws {
        post = members.object("post", of: BlueskyPost.self)
        guard post != nil || members.line("uri") != nil else { throw members.missing("post") }
        guard members.codingPath.count < Self.maximumDepth else {
            (replies, parents) = ([], [])
            return
        }
        replies = members.list("replies", of: BlueskyThread.self)
        parents = members.object("parent", of: BlueskyThread.self).map { [$0] } ?? []
    }
}

/// The answer with a thread (`app.bsky.feed.getPostThread`).
struct BlueskyThreadAnswer: LenientObject, Sendable {
    let thread: BlueskyThread

    init(_ members: JSONMembers) throws {
        thread = try members.decode(BlueskyThread.self, forKey: JSONName("thread"))
    }
}
