import FeedParsing

/// The error that a server of a social network names: that of a method of XRPC, of the API of Mastodon, or of OAuth.
struct ServiceError: LenientObject, Sendable {
    /// The stable name, such as `ExpiredToken`.
    let name: String
    let message: String?

    init(_ members: JSONMembers) throws {
        name = try members.requiredLine("error")
        // The second name is that of OAuth (RFC 6749 §5.2).
        message = members.line("message") ?? members.line("error_description")
    }

    /// The server's own words, as the cause of an error.
    var cause: String { String((message ?? name).prefix(300)) }
}
