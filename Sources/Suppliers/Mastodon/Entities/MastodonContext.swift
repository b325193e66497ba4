import FeedParsing

/// The posts above and below a post in its thread.
struct MastodonContext: LenientObject, Sendable {
    let ancestors: LenientList<MastodonStatus>
    let descendants: LenientList<MastodonStatus>

    init(_ members: JSONMembers) throws {
        ancestors = members.counted("ancestors", of: MastodonStatus.self)
        descendants = members.counted("descendants", of: MastodonStatus.self)
    }
}
