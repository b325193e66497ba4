import EngineConcepts
import FeedParsing

/// A comment on a story.
struct LobstersComment: LenientObject, Sendable {
    let id: String
    let time: Timestamp
    let text: String
    let author: String?
    let score: Int?
    let parent: String?
    let page: String?

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("short_id")
        time = try members.requiredTime("created_at")
        text = members.lines("comment") ?? ""
        author = members.line("commenting_user")
        score = members.count("score")
        parent = members.line("parent_comment")
        page = members.webAddress("url")
    }
}
