import FeedParsing

/// An error of the API.
struct MastodonError: LenientObject, Sendable {
    let error: String
    let details: String?

    init(_ members: JSONMembers) throws {
        error = try members.requiredLine("error")
        details = members.line("error_description")
    }

    /// The server's own words, as the cause of an error.
    var cause: String { String((details ?? error).prefix(300)) }
}
