import FeedParsing

/// The addresses of a server's node information (<https://nodeinfo.diaspora.software/>).
struct NodeInfoLinks: LenientObject, Sendable {
    /// The address of the newest version.
    let address: String?

    init(_ members: JSONMembers) {
        address =
            members.list("links", of: RelatedLink.self)
            .filter { $0.relation.hasPrefix("http://nodeinfo.diaspora.software/ns/schema/2.") }
            .max { $0.relation < $1.relation }?
            .address
    }
}

/// The part of a server's node information that names its software.
struct NodeInfo: LenientObject, Sendable {
    let software: MastodonSoftware

    init(_ members: JSONMembers) throws {
        guard let found = members.nested("software") else { throw members.missing("software") }
        software = MastodonSoftware(name: try found.requiredLine("name"), version: found.line("version") ?? "")
    }
}

/// A link in a server's description of itself or of a person (RFC 7033 §4.4.4).
struct RelatedLink: LenientObject, Sendable {
    let relation: String
    let address: String

    init(_ members: JSONMembers) throws {
        relation = try members.requiredLine("rel")
        address = try members.requiredLine("href")
    }
}
