/// A post that a server publishes later.
public struct ScheduledPost: Hashable, Sendable, Codable {
    /// The server's identity of the scheduled post. The published post has another.
    public var id: String
    /// The post as a draft, with its ``time`` but without its media.
    public var draft: PostDraft
    /// The time at which the server publishes it.
    public var time: Timestamp
    /// The number of its media, which a draft cannot have: the server deletes them when the post is cancelled.
    public var media: Int

    public init(id: String, draft: PostDraft, time: Timestamp, media: Int = 0) {
        self.id = id
        self.draft = draft
        self.draft.scheduled = time
        self.time = time
        self.media = media
    }

    /// The text of the post.
    public var text: String { draft.text }

    /// The shortest time ahead for which servers take a post.
    public static let minimumWait = Duration.seconds(300)
}
