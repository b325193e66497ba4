import FeedParsing

/// The posts above and below a post in its thread.
struct MastodonContext: Decodable, Hashable, Sendable {
    let ancestors: [MastodonStatus]
    let descendants: [MastodonStatus]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        ancestors = members.list("ancestors", of: MastodonStatus.self)
        descendants = members.list("descendants", of: MastodonStatus.self)
    }
}
