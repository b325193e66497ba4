import EngineConcepts
import FeedParsing

/// A notification (`app.bsky.notification.listNotifications#notification`).
struct BlueskyNotification: Decodable, Hashable, Sendable {
    /// The record that is the news: a reply, a like, a follow.
    let uri: String
    let cid: String
    let author: BlueskyProfile
    /// `like`, `repost`, `follow`, `mention`, `reply`, `quote` …, or a word that this version does not know.
    let reason: String
    /// The post of the account that the news is about.
    let subject: String?
    /// The record as a post, whose members are empty if it is another one.
    let record: BlueskyRecord
    let indexedAt: Timestamp?
    let labels: [BlueskyLabel]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        guard let uri = members.line("uri") else { throw members.missing("uri") }
        self.uri = uri
        cid = members.line("cid") ?? ""
        author = try members.decode(BlueskyProfile.self, forKey: JSONName("author"))
        record = try members.decode(BlueskyRecord.self, forKey: JSONName("record"))
        reason = members.line("reason") ?? "unknown"
        subject = members.line("reasonSubject")
        indexedAt = members.date("indexedAt")
        labels = members.list("labels", of: BlueskyLabel.self)
    }

    /// True if the news is a post.
    var isPost: Bool { ATURI(uri)?.collection == "app.bsky.feed.post" }
}

/// An entry of the account's bookmarks (`app.bsky.bookmark.defs#bookmarkView`).
struct BlueskyBookmark: Decodable, Hashable, Sendable {
    let createdAt: Timestamp?
    let uri: String
    /// The post, or `nil` if it is deleted or blocked.
    let post: BlueskyPost?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let subject = members.object("subject", of: BlueskyRecord.Reference.self)
        createdAt = members.date("createdAt")
        post = members.object("item", of: BlueskyPost.self)
        guard let uri = subject?.uri ?? post?.uri else { throw members.missing("subject") }
        self.uri = uri
    }
}
