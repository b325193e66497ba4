import FeedParsing

/// The addresses of a server's node information (<https://nodeinfo.diaspora.software/>).
struct NodeInfoLinks: Decodable, Sendable {
    /// The address of the newest version.
    let address: String?

    init(from decoder: any Decoder) throws {
        let links = try decoder.container(keyedBy: JSONName.self).list("links", of: RelatedLink.self)
        address =
            links.filter { $0.relation.hasPrefix("http://nodeinfo.diaspora.software/ns/schema/2.") }
            .max { $0.relation < $1.relation }?
            .address
    }
}

/// A server's node information.
struct NodeInfo: Decodable, Sendable {
    let software: MastodonSoftware

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        guard let found = members.nested("software") else { throw members.missing("software") }
        software = MastodonSoftware(name: try found.requiredLine("name"), version: found.line("version") ?? "")
    }
}
