import EngineConcepts
import FeedParsing

/// A notification (`app.bsky.notification.listNotifications#notification`).
struct BlueskyNotification: LenientObject, Hashable, Sendable {
    /// The address of the record that the notification reports: a reply, a like, a follow.
    let uri: String
    let author: BlueskyProfile
    /// `like`, `repost`, `follow`, `mention`, `reply`, `quote` …, or a word that this version does not know.
    let reason: String
    /// The address of the account's post that the record is about, or `nil` if it is about none.
    let subject: String?
    let indexedAt: Timestamp?

    init(_ members: JSONMembers) throws {
        uri = try members.requiredLine("uri")
        author = try members.decode(BlueskyProfile.self, forKey: JSONName("author"))
        // A notification whose record cannot be read is left out.
        _ = try members.decode(BlueskyRecord.self, forKey: JSONName("record"))
        reason = members.line("reason") ?? "unknown"
        subject = members.line("reasonSubject")
        indexedAt = members.date("indexedAt")
    }

    var isPost: Bool { ATURI(uri)?.knownCollection == .post }
}
