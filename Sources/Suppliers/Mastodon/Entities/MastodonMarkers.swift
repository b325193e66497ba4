import EngineConcepts
import FeedParsing

/// The positions up to which an account has read its timelines, in any program.
struct MastodonMarkers: LenientObject, Hashable, Sendable {
    let home: Marker?
    let notifications: Marker?

    init(_ members: JSONMembers) throws {
        home = members.object("home", of: Marker.self)
        notifications = members.object("notifications", of: Marker.self)
    }

    /// The newest item that was read.
    struct Marker: LenientObject, Hashable, Sendable {
        let id: String
        let updatedAt: Timestamp?

        init(_ members: JSONMembers) throws {
            id = try members.requiredLine("last_read_id")
            updatedAt = members.time("updated_at")
        }
    }
}
