import EngineConcepts
import FeedParsing

/// The positions up to which an account has read its timelines, in any program.
struct MastodonMarkers: Decodable, Hashable, Sendable {
    let home: Marker?
    let notifications: Marker?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        home = members.object("home", of: Marker.self)
        notifications = members.object("notifications", of: Marker.self)
    }

    /// The newest item that was read.
    struct Marker: Decodable, Hashable, Sendable {
        let id: String
        let updatedAt: Timestamp?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            id = try members.requiredLine("last_read_id")
            updatedAt = members.time("updated_at")
        }
    }
}
