import EngineConcepts
import FeedParsing
import Networking
import WebText

/// The search API of Hacker News, sorted by date: <https://hn.algolia.com/api>. Newest first; a query returns at most
/// 1,000 hits but can be limited to a range of time.
struct HackerNewsAPI: Sendable {
    /// The maximum number of hits of a query.
    static let maximumHits = 1000

    /// The address of the API, without a slash at the end.
    let address: String
    let transport: any Transport

    /// Returns the newest `count` hits of `list` with times in `since ..< before`, in seconds since 1970.
    func hits(
        of list: HackerNewsList, since: Int64? = nil, before: Int64, count: Int, now: Timestamp
    ) async throws(SupplierError) -> HackerNewsPage {
        var bounds = ["created_at_i<\(before)"]
        if let since { bounds.insert("created_at_i>=\(since)", at: 0) }
        let count = max(1, min(count, Self.maximumHits))
        var query: [QueryParameter] = [("tags", list.tags)]
        if let words = list.query { query.append(("query", words)) }
        query.append(("numericFilters", bounds.joined(separator: ",")))
        query.append(("hitsPerPage", String(count)))
        var page = try await page("search_by_date", query, now: now)
        page.isComplete = page.received < count || page.hitCount <= page.received
        return page
    }

    /// Returns a story with its comments posted before a time, in seconds since 1970; the newest first.
    func conversation(on story: String, before: Int64, now: Timestamp) async throws(SupplierError) -> HackerNewsPage {
        let query: [QueryParameter] = [
            ("tags", "(story,comment),story_\(story)"), ("numericFilters", "created_at_i<\(before)"),
            ("hitsPerPage", String(Self.maximumHits)),
        ]
        var page = try await page("search_by_date", query, now: now)
        page.isComplete = page.received < Self.maximumHits
        return page
    }

    /// Returns the stories on the front page, the best first.
    func frontPage(now: Timestamp) async throws(SupplierError) -> HackerNewsPage {
        try await page("search", [("tags", HackerNewsList.front.tags), ("hitsPerPage", "100")], now: now)
    }

    private func page(
        _ method: String, _ query: [QueryParameter], now: Timestamp
    ) async throws(SupplierError) -> HackerNewsPage {
        try await transport.json(
            HackerNewsPage.self, at: WebAddress.adding(query, to: "\(address)/\(method)"), of: "Hacker News", now: now)
    }
}

/// The result of a query.
struct HackerNewsPage: Decodable, Sendable {
    /// The hits, newest first.
    let hits: [HackerNewsHit]
    /// The number of received hits, including unreadable ones.
    let received: Int
    /// The total number of hits; an estimate beyond a thousand.
    let hitCount: Int
    /// True if these are all hits of the query.
    var isComplete = false

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        // A response without hits is not from this API and must not pass for an empty result.
        let sent = try members.decode([LenientElement<HackerNewsHit>].self, forKey: JSONName("hits"))
        hits = sent.compactMap(\.value)
        received = sent.count
        hitCount = members.count("nbHits") ?? received
    }
}

/// A story or a comment.
struct HackerNewsHit: Decodable, Sendable {
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
    let story: String?
    let storyTitle: String?
    let storyURL: String?
    let parent: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
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
    static func page(of item: String) -> String {
        "https://news.ycombinator.com/item?id=\(PercentCoding.encoded(item))"
    }

    /// The hit as a post of a thread, in which first comments reply to the story.
    var threadItem: SourceItem {
        var item = item(isRanked: false, at: 0)
        item.body.replyTo = isComment ? parent ?? story : nil
        // The story is above it.
        item.body.quoted = nil
        return item
    }

    /// Returns the hit as an item of a stream, or of a ranking if `isRanked`; its time is then only displayed.
    func item(isRanked: Bool, at index: Int) -> SourceItem {
        let page = Self.page(of: id)
        var fields: [String: String] = [:]
        if !isComment { fields[SourceLayer.discussionField] = page }
        fields[SourceLayer.threadField] = HackerNewsList.thread(isComment ? story ?? id : id).address
        let quoted =
            isComment
            ? story.map { EmbeddedTicket(id: $0, title: storyTitle, link: storyURL ?? Self.page(of: $0)) } : nil
        return SourceItem(
            id: id, orderTime: isRanked ? nil : Timestamp(seconds: time), shownTime: Timestamp(seconds: time),
            nativeOrder: Int64(index),
            body: TicketBody(
                title: title, text: text.map { .html($0, base: page) } ?? .plain(""),
                author: author.map { Author(id: $0, name: $0) }, link: isComment ? page : url ?? page,
                uri: page, counts: Counts(replies: comments, points: isComment ? nil : points), quoted: quoted,
                replyTo: parent == story ? nil : parent, language: "en"),
            source: SourceLayer(fields: fields))
    }
}
