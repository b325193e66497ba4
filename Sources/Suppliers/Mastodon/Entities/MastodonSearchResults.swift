import FeedParsing

/// The answer to a search (`Search`).
struct MastodonSearchResults: Decodable, Sendable {
    let posts: LenientList<MastodonStatus>
    let people: [MastodonAccount]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        posts = members.counted("statuses", of: MastodonStatus.self)
        people = members.list("accounts", of: MastodonAccount.self)
    }
}
