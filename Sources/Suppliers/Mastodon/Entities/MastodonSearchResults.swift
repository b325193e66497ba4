import FeedParsing

/// The answer to a search (`Search`).
struct MastodonSearchResults: LenientObject, Sendable {
    let posts: LenientList<MastodonStatus>
    let people: [MastodonAccount]

    init(_ members: JSONMembers) throws {
        posts = members.counted("statuses", of: MastodonStatus.self)
        people = members.list("accounts", of: MastodonAccount.self)
    }
}
