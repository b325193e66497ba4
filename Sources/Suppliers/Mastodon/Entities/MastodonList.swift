import FeedParsing

struct MastodonList: LenientObject, Hashable, Sendable {
    let id: String
    let title: String

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        title = members.line("title") ?? id
    }
}
