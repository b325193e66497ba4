import FeedParsing

/// A list of accounts whose posts are a timeline of their own (<https://docs.joinmastodon.org/entities/List/>).
struct MastodonList: LenientObject, Hashable, Sendable {
    let id: String
    let title: String

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        title = members.line("title") ?? id
    }
}
