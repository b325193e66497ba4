import FeedParsing

/// The posts above and below a post in its thread.
struct MastodonContext: Decodable, Hashable, Sendable {
    let ancestors: LenientList<MastodonStatus>
    let descendants: LenientList<MastodonStatus>

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        ancestors = members.counted("ancestors", of: MastodonStatus.self)
        descendants = members.counted("descendants", of: MastodonStatus.self)
    }
}
