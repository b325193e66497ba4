import EngineConcepts

/// The supplier of a list of Hacker News.
struct HackerNewsSupplier: Supplier {
    let id: SupplierID
    let name: String
    let presenter: any Presenter = SubmissionPresenter()
    let list: HackerNewsList
    let api: HackerNewsAPI
    let polling: FeedPolling

    /// The longest delay of the search index behind the site.
    static let lateness = Duration.seconds(300)

    var kind: SupplierKind { .hackerNews }

    /// A stream that can be read from any position in both directions; the front page is a window.
    var traits: SupplierTraits {
        list.isRanking
            ? SupplierTraits(shape: .window, pagesOlder: false, maximumPageItems: 100)
            : SupplierTraits(
                shape: .log, pagesNewer: true, readsTimeRanges: true, maximumPageItems: HackerNewsAPI.maximumHits,
                lateness: Self.lateness)
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        polling.scheduled(try await page(request), to: request)
    }

    private func page(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        if list.isRanking { return try await ranking(request) }
        var pager = HackerNewsPager(self, for: request)
        return try await pager.page()
    }

    private func ranking(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
        return answer([try await api.frontPage(now: request.now)], end: .retentionLimit).ranked
    }

    /// Returns an answer with the items of the pages. Reports what could not be read of the last one, which has the hits of
    /// those before it.
    func answer(
        _ pages: [HackerNewsPage], claims: [Claim] = [], next: Token? = nil, end: FetchEnd = .unknown
    ) -> FetchAnswer {
        FetchAnswer(
            items: pages.flatMap { $0.hits.map(\.item) }, claims: claims, next: next, end: end,
            sourceName: sourceName(pages)
        )
        .reporting(pages.suffix(1).map(\.count), of: name)
    }

    /// Returns the name of the list, for a thread the story's title.
    private func sourceName(_ pages: [HackerNewsPage]) -> String? {
        guard case .thread = list else { return list.name }
        return pages.lazy.flatMap(\.hits).compactMap(\.storyTitle).first
    }
}
