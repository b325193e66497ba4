import EngineConcepts
import FeedParsing

/// A story in Lobsters' JSON, an element of <https://lobste.rs/newest.json>.
struct LobstersStory: LenientObject, Sendable {
    let id: String
    let time: Timestamp
    let title: String?
    let url: String?
    let text: String?
    let author: String?
    let score: Int?
    let comments: Int?
    let discussion: String?
    let tags: [String]

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("short_id")
        time = try members.requiredTime("created_at")
        title = members.line("title")
        url = members.webAddress("url")
        text = members.lines("description")
        // Older versions of the API sent the submitter as an object.
        author = members.nested("submitter_user")?.line("username") ?? members.line("submitter_user")
        score = members.count("score")
        comments = members.count("comment_count")
        discussion = members.webAddress("comments_url") ?? members.webAddress("short_id_url")
        tags = members.texts("tags")
    }

    func item(at index: Int) -> SourceItem {
        var fields: [String: String] = [:]
        fields[SourceLayer.discussionField] = discussion
        fields[SourceLayer.threadField] = LobstersList.thread(id).address
        return SourceItem(
            id: id, orderTime: time, shownTime: time, nativeOrder: Int64(index),
            body: TicketBody(
                title: title, text: text.map { .html($0, base: discussion) } ?? .plain(""),
                author: author.map { Author(id: $0, name: $0) },
                link: url ?? discussion, uri: discussion,
                counts: Counts(replies: comments, points: score), language: "en", tags: tags),
            source: SourceLayer(fields: fields))
    }
}

extension [LobstersStory] {
    /// The stories as items in their order.
    var items: [SourceItem] { enumerated().map { index, story in story.item(at: index) } }
}
