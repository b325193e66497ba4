import EngineConcepts

/// The supplier of a list of Lobsters.
struct LobstersSupplier: Supplier {
    let id: SupplierID
    let name: String
    let presenter: any Presenter = SubmissionPresenter()
    let list: LobstersList
    let api: LobstersAPI
    let polling: FeedPolling

    var kind: SupplierKind { .lobsters }

    /// A stream that is paged downwards; the hottest stories are a window.
    var traits: SupplierTraits {
        list.isDocument
            ? SupplierTraits(shape: .window, pagesOlder: false, maximumPageItems: 1000)
            : SupplierTraits(shape: .log, maximumPageItems: LobstersPage.fullCount)
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        polling.scheduled(try await page(request), to: request)
    }

    private func page(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch list {
        case .hottest: return try await ranking(request)
        case .thread(let story): return try await comments(on: story, request)
        case .newest, .tag:
            var pager = LobstersPager(self, for: request)
            return try await pager.page()
        }
    }

    private func ranking(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
        let page = try await api.page(1, of: list, now: request.now)
        return FetchAnswer(items: page.stories.items, end: .retentionLimit, sourceName: list.name)
            .ranked.reporting([page.count], of: name)
    }

    /// Returns all comments on a story, which are in one document.
    private func comments(on story: String, _ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let thread = try await api.thread(on: story, now: request.now)
        return FetchAnswer(
            items: thread.items, claims: [Claim](from: request.now, downTo: .beginningOfTime), end: .trueEnd,
            sourceName: thread.story.title
        )
        .reporting([thread.comments.count], of: name)
    }
}
