import EngineConcepts
import FeedParsing

/// A post as a server shows it to the account (`app.bsky.feed.defs#postView`).
struct BlueskyPost: Decodable, Hashable, Sendable {
    let uri: String
    let cid: String
    let author: BlueskyProfile
    let record: BlueskyRecord
    let embed: BlueskyEmbed?
    let replies: Int?
    let reposts: Int?
    let likes: Int?
    let indexedAt: Timestamp?
    let labels: [BlueskyLabel]
    let viewer: Viewer
    /// True if the author limits who may reply.
    let hasThreadGate: Bool

    /// The account's reactions to the post, and its permissions (`app.bsky.feed.defs#viewerState`).
    struct Viewer: Decodable, Hashable, Sendable {
        /// The addresses of the account's own records.
        var like: String?
        var repost: String?
        var isBookmarked = false
        var mayNotReply = false
        var mayNotQuote = false
        var isPinned = false

        init() {}

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            like = members.line("like")
            repost = members.line("repost")
            isBookmarked = members.flag("bookmarked") ?? false
            mayNotReply = members.flag("replyDisabled") ?? false
            mayNotQuote = members.flag("embeddingDisabled") ?? false
            isPinned = members.flag("pinned") ?? false
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        uri = try members.requiredLine("uri")
        cid = members.line("cid") ?? ""
        author = try members.decode(BlueskyProfile.self, forKey: JSONName("author"))
        record = try members.decode(BlueskyRecord.self, forKey: JSONName("record"))
        embed = members.object("embed", of: BlueskyEmbed.self)
        replies = members.count("replyCount")
        reposts = members.count("repostCount")
        likes = members.count("likeCount")
        indexedAt = members.date("indexedAt")
        labels = members.list("labels", of: BlueskyLabel.self)
        viewer = members.object("viewer", of: Viewer.self) ?? Viewer()
        hasThreadGate = members.object("threadgate", of: BlueskyThreadGate.self)?.isClosed ?? false
    }

    /// The version of the post as records refer to it.
    var reference: BlueskyJSON { ["uri": .text(uri), "cid": .text(cid)] }

    /// The time by which feeds sort the post: that of writing, but not later than that of its arrival.
    var sortTime: Timestamp? {
        switch (record.createdAt, indexedAt) {
        case (let created?, let indexed?): min(created, indexed)
        case (let created, let indexed): created ?? indexed
        }
    }
}

/// The rules of an author for replies (`app.bsky.feed.defs#threadgateView`).
struct BlueskyThreadGate: Decodable, Hashable, Sendable {
    /// True if not everybody may reply.
    let isClosed: Bool

    init(from decoder: any Decoder) throws {
        // A gate without rules lets everybody reply; one with an empty list lets nobody.
        let record = try decoder.container(keyedBy: JSONName.self).nested("record")
        isClosed = record?.object("allow", of: [LenientElement<String>].self) != nil
    }
}

/// An entry of a feed: a post, with the reason why it is there (`app.bsky.feed.defs#feedViewPost`).
struct BlueskyFeedEntry: Decodable, Hashable, Sendable {
    /// The reason for an entry that is not the post itself.
    enum Reason: Hashable, Sendable {
        case repost(by: BlueskyProfile, uri: String?, at: Timestamp?)
        case pin
    }

    let post: BlueskyPost
    let reason: Reason?

    init(post: BlueskyPost, reason: Reason? = nil) {
        self.post = post
        self.reason = reason
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
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

/// A post in its thread (`app.bsky.feed.defs#threadViewPost`), or the position of one that is not shown.
struct BlueskyThread: Decodable, Hashable, Sendable {
    /// The number of members on the way to the deepest reply that is read. Deeper ones are gaps.
    private static let maximumDepth = 96

    /// A position in a thread.
    enum Content: Hashable, Sendable {
        case post(BlueskyPost)
        /// A deleted post, one of somebody who blocks or is blocked, or one that this version does not know.
        case hidden(uri: String)
    }

    let content: Content
    let replies: [BlueskyThread]
    /// The post that this one replies to: an array, because a struct cannot contain itself.
    private let parents: [BlueskyThread]

    var parent: BlueskyThread? { parents.first }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        if let post = members.object("post", of: BlueskyPost.self) {
            content = .post(post)
        } else if let uri = members.line("uri") {
            content = .hidden(uri: uri)
        } else {
            throw members.missing("post")
        }
        guard decoder.codingPath.count < Self.maximumDepth else {
            (replies, parents) = ([], [])
            return
        }
        replies = members.list("replies", of: BlueskyThread.self)
        parents = members.object("parent", of: BlueskyThread.self).map { [$0] } ?? []
    }
}
