import EngineConcepts
import FeedParsing

/// A post as a server shows it to the account (`app.bsky.feed.defs#postView`).
struct BlueskyPost: LenientObject, Hashable, Sendable {
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
    struct Viewer: LenientObject, Hashable, Sendable {
        /// The addresses of the account's own records.
        var like: String?
        var repost: String?
        var isBookmarked = false
        var mayNotReply = false
        var mayNotQuote = false
        var isPinned = false

        init() {}

        init(_ members: JSONMembers) throws {
            like = members.line("like")
            repost = members.line("repost")
            isBookmarked = members.flag("bookmarked")
            mayNotReply = members.flag("replyDisabled")
            mayNotQuote = members.flag("embeddingDisabled")
            isPinned = members.flag("pinned")
        }
    }

    init(_ members: JSONMembers) throws {
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
struct BlueskyThreadGate: LenientObject, Hashable, Sendable {
    /// True if not everybody may reply.
    let isClosed: Bool

    init(_ members: JSONMembers) {
        // A gate without rules lets everybody reply; one with an empty list lets nobody.
        isClosed = members.nested("record")?.object("allow", of: [LenientElement<String>].self) != nil
    }
}
