import FeedParsing

/// A link in a server's description of itself or of a person (RFC 7033 §4.4.4).
struct RelatedLink: LenientObject, Sendable {
    let relation: String
    let address: String

    init(_ members: JSONMembers) throws {
        relation = try members.requiredLine("rel")
        address = try members.requiredLine("href")
    }
}
