import FeedParsing

/// An application registered at a server.
struct MastodonApplication: LenientObject, Sendable {
    let clientID: String
    let clientSecret: String

    init(_ members: JSONMembers) throws {
        clientID = try members.requiredLine("client_id")
        clientSecret = try members.requiredLine("client_secret")
    }
}

/// The answer to a request for a token.
struct MastodonToken: LenientObject, Sendable {
    let token: String

    init(_ members: JSONMembers) throws {
        token = try members.requiredLine("access_token")
    }
}
