import EngineConcepts
import FeedParsing

/// A comment on a story.
struct LobstersComment: Decodable, Sendable {
    let id: String
    let time: Timestamp
    let text: String
    let author: String?
    let score: Int?
    let parent: String?
    let page: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = try members.requiredLine("short_id")
        time = try members.requiredTime("created_at")
        text = members.lines("comment") ?? ""
        author = members.line("commenting_user")
        score = members.count("score")
        parent = members.line("parent_comment")
        page = members.webAddress("url")
    }
}
