import FeedParsing

/// A quoted post with the consent of its author.
///
/// Mastodon (since 4.4) sends a state and the post; other software sends the post itself.
struct MastodonQuote: LenientObject, Hashable, Sendable {
    /// The consent of the quoted author.
    enum State: String, Sendable {
        case accepted, pending, rejected, revoked, deleted, unauthorized
        /// A state that this version does not know.
        case unknown
    }

    let state: State
    /// The post, or `nil` if it may not be shown.
    let status: MastodonStatus?

    init(_ members: JSONMembers) throws {
        if let state = members.line("state") {
            self.state = State(rawValue: state) ?? .unknown
            status = members.object("quoted_status", of: MastodonStatus.self)
        } else {
            state = .accepted
            status = try MastodonStatus(members)
        }
    }
}
