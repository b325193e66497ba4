import FeedParsing

/// A list or a custom feed by its name.
struct BlueskyNamed: LenientObject, Hashable, Sendable {
    let uri: String
    let name: String

    init(_ members: JSONMembers) throws {
        uri = try members.requiredLine("uri")
        name = members.line("displayName") ?? members.line("name") ?? ATURI(uri)?.key ?? uri
    }
}
