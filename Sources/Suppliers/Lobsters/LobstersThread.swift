import EngineConcepts
import FeedParsing

/// A story with its comments: `/s/NAME.json`.
struct LobstersThread: LenientObject, Sendable {
    let story: LobstersStory
    let comments: LenientList<LobstersComment>

    init(_ members: JSONMembers) throws {
        story = try LobstersStory(members)
        comments = members.counted("comments", of: LobstersComment.self)
    }

    /// The story and its comments as posts of a thread, in which first comments reply to the story.
    var posts: [SourceItem] {
        let replies = items.map { item in
            var item = item
            item.body.replyTo = item.body.replyTo ?? story.id
            // The story is above it.
            item.body.quoted = nil
            return item
        }
        return [story.item(at: 0)] + replies
    }

    var items: [SourceItem] {
        comments.elements.enumerated()
            .map { index, comment in
                var body = TicketBody(
                    text: .html(comment.text, base: comment.page),
                    author: comment.author.map { Author(id: $0, name: $0) },
                    link: comment.page, uri: comment.page, counts: Counts(points: comment.score), language: "en")
                body.quoted = EmbeddedTicket(id: story.id, title: story.title, link: story.discussion)
                body.replyTo = comment.parent
                return SourceItem(
                    id: comment.id, orderTime: comment.time, nativeOrder: Int64(index), body: body,
                    source: SourceLayer(fields: [SourceLayer.threadField: LobstersList.thread(story.id).address]))
            }
    }
}

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
