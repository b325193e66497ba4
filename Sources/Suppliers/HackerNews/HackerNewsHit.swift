import EngineConcepts
import FeedParsing
import WebText

/// A story or a comment, as the search API delivers it.
struct HackerNewsHit: LenientObject, Sendable {
    let id: String
    /// Seconds since 1970.
    let time: Int64
    let title: String?
    let url: String?
    let author: String?
    let points: Int?
    let comments: Int?
    let text: String?
    let isComment: Bool
    /// The ID of the story that a comment is on, or `nil` if it is not sent.
    let story: String?
    let storyTitle: String?
    let storyURL: String?
    /// The ID of the story or comment that a comment replies to, or `nil` if it is not sent.
    let parent: String?

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("objectID")
        guard let time = members.number("created_at_i") else { throw members.missing("created_at_i") }
        self.time = Timestamp(seconds: time).clampedToDates.seconds
        title = members.line("title")
        url = members.webAddress("url")
        author = members.line("author")
        points = members.count("points")
        comments = members.count("num_comments")
        let comment = members.lines("comment_text")
        isComment = comment != nil || members.texts("_tags").contains("comment")
        text = comment ?? members.lines("story_text")
        story = members.line("story_id")
        storyTitle = members.line("story_title")
        storyURL = members.webAddress("story_url")
        parent = members.line("parent_id")
    }

    /// Returns the address of an item's discussion page.
    private static func discussion(of item: String) -> String {
        "https://news.ycombinator.com/item?id=\(PercentCoding.encoded(item))"
    }

    /// The hit as a post of a thread, in which first comments reply to the story.
    var threadItem: SourceItem {
        var item = self.item
        item.body.replyTo = isComment ? parent ?? story : nil
        // The story is above it.
        item.body.quoted = nil
        return item
    }

    /// The hit as an item of a stream. Of several items with one time, the one with the higher ID is newer.
    var item: SourceItem {
        let discussion = Self.discussion(of: id)
        var fields: [String: String] = [:]
        if !isComment { fields[SourceLayer.discussionField] = discussion }
        fields[SourceLayer.threadField] = HackerNewsList.thread(isComment ? story ?? id : id).address
        let quoted =
            isComment
            ? story.map { EmbeddedTicket(id: $0, title: storyTitle, link: storyURL ?? Self.discussion(of: $0)) } : nil
        return SourceItem(
            id: id, orderTime: Timestamp(seconds: time), shownTime: Timestamp(seconds: time),
            nativeOrder: Int64(0).subtracting(saturating: Int64(id) ?? 0),
            body: TicketBody(
                title: title, text: text.map { .html($0, base: discussion) } ?? .plain(""),
                author: author.map { Author(id: $0, name: $0) }, link: isComment ? discussion : url ?? discussion,
                uri: discussion, counts: Counts(replies: comments, points: isComment ? nil : points), quoted: quoted,
                replyTo: parent == story ? nil : parent, language: "en"),
            source: SourceLayer(fields: fields))
    }
}
