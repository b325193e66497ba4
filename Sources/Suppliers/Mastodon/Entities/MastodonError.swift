import FeedParsing

/// An error of the API.
struct MastodonError: Decodable, Sendable {
    let error: String
    let details: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        error = try members.requiredLine("error")
        details = members.line("error_description")
    }

    /// The server's own words, as the cause of an error.
    var cause: String { String((details ?? error).prefix(300)) }
}
