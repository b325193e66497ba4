import FeedParsing

/// The identities of the newest items that an account has read of its timelines, in any program.
struct MastodonMarkers: LenientObject, Hashable, Sendable {
    let home: String?
    let notifications: String?

    init(_ members: JSONMembers) throws {
        home = members.nested("home")?.line("last_read_id")
        notifications = members.nested("notifications")?.line("last_read_id")
    }
}
