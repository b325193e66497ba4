import EngineConcepts
import FeedParsing

/// An entry of the account's bookmarks (`app.bsky.bookmark.defs#bookmarkView`).
struct BlueskyBookmark: LenientObject, Hashable, Sendable {
    let createdAt: Timestamp?
    let uri: String
    /// The post, or `nil` if it is deleted or blocked.
    let post: BlueskyPost?

    init(_ members: JSONMembers) throws {
        let subject = members.object("subject", of: BlueskyRecord.Reference.self)
        createdAt = members.date("createdAt")
        post = members.object("item", of: BlueskyPost.self)
        guard let uri = subject?.uri ?? post?.uri else { throw members.missing("subject") }
        self.uri = uri
    }
}
