import FeedParsing

/// A link in a server's description of itself or of a person (RFC 7033 §4.4.4).
struct RelatedLink: Decodable, Sendable {
    let relation: String
    let address: String

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        relation = try members.requiredLine("rel")
        address = try members.requiredLine("href")
    }
}
