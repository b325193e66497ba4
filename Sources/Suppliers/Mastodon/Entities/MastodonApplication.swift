import FeedParsing

/// An application registered at a server.
struct MastodonApplication: Decodable, Sendable {
    let clientID: String
    let clientSecret: String

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        clientID = try members.requiredLine("client_id")
        clientSecret = try members.requiredLine("client_secret")
    }
}

/// The answer to a request for a token.
struct MastodonToken: Decodable, Sendable {
    let token: String

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        token = try members.requiredLine("access_token")
    }
}
