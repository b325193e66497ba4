import FeedParsing

/// A list or a custom feed by its name.
struct BlueskyNamed: Decodable, Hashable, Sendable {
    let uri: String
    let name: String

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        uri = try members.requiredLine("uri")
        name = members.line("displayName") ?? members.line("name") ?? ATURI(uri)?.key ?? uri
    }
}
