import FeedParsing

/// A list of the account.
struct MastodonList: Decodable, Hashable, Sendable {
    let id: String
    let title: String

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = try members.requiredLine("id")
        title = members.line("title") ?? id
    }
}
