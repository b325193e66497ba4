import EngineConcepts
import FeedParsing
import Networking
import WebText

/// The search interface of Hacker News by date: <https://hn.algolia.com/api>. Newest first; one query reaches 1,000 hits
/// and no more, but can be confined to a stretch of time.
struct HackerNewsAPI: Sendable {
    /// The hits that one query reaches.
    static let reach = 1000

    /// Where the interface is, without a slash at the end.
    let address: String
    let transport: any Transport

    /// The newest `count` hits of `list` with times in `since ..< before`, in seconds since the epoch.
    func hits(
        of list: HackerNewsList, since: Int64? = nil, before: Int64, count: Int, now: Timestamp
    ) async throws(SupplierError) -> HackerNewsPage {
        var bounds = ["created_at_i<\(before)"]
        if let since { bounds.insert("created_at_i>=\(since)", at: 0) }
        let count = max(1, min(count, Self.reach))
        var query = [(name: "tags", value: list.tags)]
        if let words = list.query { query.append(("query", words)) }
        query.append(("numericFilters", bounds.joined(separator: ",")))
        query.append(("hitsPerPage", String(count)))
        var page = try await transport.json(
            HackerNewsPage.self, at: WebAddress.adding(query, to: "\(address)/search_by_date"), of: "Hacker News",
            now: now)
        page.isWhole = page.received < count || page.hitCount <= page.received
        return page
    }

    /// What stands on the front page, its best first.
    func frontPage(now: Timestamp) async throws(SupplierError) -> HackerNewsPage {
        let query = [(name: "tags", value: HackerNewsList.front.tags), ("hitsPerPage", "100")]
        return try await transport.json(
            HackerNewsPage.self, at: WebAddress.adding(query, to: "\(address)/search"), of: "Hacker News", now: now)
    }
}

/// What a query answers.
struct HackerNewsPage: Decodable, Sendable {
    /// The hits, newest first.
    let hits: [HackerNewsHit]
    /// How many hits were sent, also such as could not be read.
    let received: Int
    /// How many there are altogether; an estimate beyond a thousand.
    let hitCount: Int
    /// Whether these are all that the query means.
    var isWhole = false

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        // Without hits it is no answer of this interface, and must not pass for an empty one.
        let sent = try members.decode([LenientElement<HackerNewsHit>].self, forKey: JSONName("hits"))
        hits = sent.compactMap(\.value)
        received = sent.count
        hitCount = members.count("nbHits") ?? received
    }
}

/// A story or a comment.
struct HackerNewsHit: Decodable, Sendable {
    let id: String
    /// Seconds since the epoch.
    let time: Int64
    let title: String?
    let url: String?
    let author: String?
    let points: Int?
    let comments: Int?
    let text: String?
    let isComment: Bool
    let story: String?
    let storyTitle: String?
    let storyURL: String?
    let parent: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        guard let id = members.line("objectID"), let time = members.number("created_at_i") else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: members.codingPath, debugDescription: "a hit without a number or a time"))
        }
        self.id = id
        self.time = time
        title = members.line("title")
        url = members.line("url")
        author = members.line("author")
        points = members.count("points")
        comments = members.count("num_comments")
        let comment = members.lines("comment_text")
        isComment = comment != nil || members.texts("_tags").contains("comment")
        text = comment ?? members.lines("story_text")
        story = members.line("story_id")
        storyTitle = members.line("story_title")
        storyURL = members.line("story_url")
        parent = members.line("parent_id")
    }

    /// The page where an item is talked about.
    static func page(of item: String) -> String {
        "https://news.ycombinator.com/item?id=\(WebAddress.escaped(item))"
    }

    /// The hit as an item of a stream; of a ranking where `isRanked`: its time is then for show only.
    func item(isRanked: Bool, at index: Int) -> SourceItem {
        let page = Self.page(of: id)
        let link = url.flatMap { WebAddress.isWeb($0) ? $0 : nil }
        var fields: [String: String] = [:]
        if !isComment { fields[SourceLayer.discussionField] = page }
        fields[SourceLayer.threadField] = HackerNewsList.thread(isComment ? story ?? id : id).address
        let quoted = isComment ? story.map { EmbeddedTicket(id: $0, title: storyTitle, link: storyLink($0)) } : nil
        return SourceItem(
            id: id, orderTime: isRanked ? nil : Timestamp(seconds: time), shownTime: Timestamp(seconds: time),
            nativeOrder: Int64(index),
            body: TicketBody(
                title: title, text: text.map { .html($0, base: page) } ?? .plain(""),
                author: author.map { Author(id: $0, name: $0) }, link: isComment ? page : link ?? page,
                counts: Counts(replies: comments, points: isComment ? nil : points), quoted: quoted,
                replyTo: parent == story ? nil : parent, language: "en"),
            source: SourceLayer(fields: fields))
    }

    private func storyLink(_ story: String) -> String {
        storyURL.flatMap { WebAddress.isWeb($0) ? $0 : nil } ?? Self.page(of: story)
    }
}
