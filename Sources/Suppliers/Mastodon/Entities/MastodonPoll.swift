import EngineConcepts
import FeedParsing

/// A poll in a post (<https://docs.joinmastodon.org/entities/Poll/>).
struct MastodonPoll: LenientObject, Hashable, Sendable {
    struct Option: LenientObject, Hashable, Sendable {
        let title: String
        /// The number of votes, or `nil` while results are hidden.
        let votes: Int?

        init(_ members: JSONMembers) throws {
            title = members.line("title") ?? ""
            votes = members.count("votes_count")
        }
    }

    let id: String
    let expiresAt: Timestamp?
    let isExpired: Bool
    let allowsSeveral: Bool
    let votes: Int?
    /// The number of people, or `nil` if only votes are counted.
    let voters: Int?
    let options: [Option]
    /// The indices of the account's own votes.
    let ownVotes: [Int]

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        expiresAt = members.time("expires_at")
        isExpired = members.flag("expired")
        allowsSeveral = members.flag("multiple")
        votes = members.count("votes_count")
        voters = members.count("voters_count")
        options = members.list("options", of: Option.self)
        ownVotes = members.list("own_votes", of: Int.self)
    }
}
