import EngineConcepts
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
        try await search(list.tags, words: list.query, since: since, before: before, count: count, now: now)
    }

    /// Returns a story with its comments posted before a time, in seconds since 1970; the newest first.
    func conversation(on story: String, before: Int64, now: Timestamp) async throws(SupplierError) -> HackerNewsPage {
        try await search("(story,comment),story_\(story)", before: before, count: Self.maximumHits, now: now)
    }

    /// Returns the stories on the front page, the best first.
    func frontPage(now: Timestamp) async throws(SupplierError) -> HackerNewsPage {
        try await page("search", [("tags", HackerNewsList.front.tags), ("hitsPerPage", "100")], now: now)
    }

    /// Requests the newest hits with `tags`, in the syntax of ``HackerNewsList/tags``.
    private func search(
        _ tags: String, words: String? = nil, since: Int64? = nil, before: Int64, count: Int, now: Timestamp
    ) async throws(SupplierError) -> HackerNewsPage {
        let count = max(1, min(count, Self.maximumHits))
        var query: [QueryParameter] = [("tags", tags)]
        if let words { query.append(("query", words)) }
        let lowerBound = since.map { "created_at_i>=\($0)," } ?? ""
        query.append(("numericFilters", "\(lowerBound)created_at_i<\(before)"))
        query.append(("hitsPerPage", String(count)))
        var page = try await page("search_by_date", query, now: now)
        page.times = (since ?? .min)..<before
        return page
    }

    private func page(
        _ method: String, _ query: [QueryParameter], now: Timestamp
    ) async throws(SupplierError) -> HackerNewsPage {
        try await transport.json(
            HackerNewsPage.self, at: WebAddress.adding(query, to: "\(address)/\(method)"), of: "Hacker News", now: now)
    }
}
