import EngineConcepts
import Networking

/// The supplier of a list of Lobsters.
struct LobstersSupplier: Supplier {
    let id: SupplierID
    let name: String
    let presenter: any Presenter = SubmissionPresenter()
    let list: LobstersList
    let baseAddress: String
    let transport: any Transport
    let polling: FeedPolling

    /// The number of stories on every page but the last.
    static let pageSize = 25

    var kind: SupplierKind { .lobsters }

    /// A stream that is paged downwards; the hottest stories are a window.
    var traits: SupplierTraits {
        list.isDocument
            ? SupplierTraits(shape: .window, pagesOlder: false, maximumPageItems: 1000)
            : SupplierTraits(shape: .log, maximumPageItems: Self.pageSize)
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        polling.scheduled(try await page(request), to: request)
    }

    private func page(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch list {
        case .hottest: return try await ranking(request)
        case .thread: return try await thread(request)
        case .newest, .tag:
            var pager = LobstersPager(self, for: request)
            return try await pager.page()
        }
    }

    private func ranking(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
        let page = try await page(1, now: request.now)
        return FetchAnswer(items: page.elements.items.ranked, end: .retentionLimit, sourceName: list.name)
            .reporting([page.count], of: name)
    }

    /// Returns all comments on a story, which are in one document.
    private func thread(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let thread = try await document(of: list, now: request.now)
        return FetchAnswer(
            items: thread.items, claims: [Claim](from: request.now, downTo: .beginningOfTime), end: .trueEnd,
            sourceName: thread.story.title
        )
        .reporting([thread.comments.count], of: name)
    }

    // MARK: Requests

    /// Requests a page of the list. One that does not exist is empty, except the first.
    func page(_ number: Int, now: Timestamp) async throws(SupplierError) -> LenientList<LobstersStory> {
        try await transport.json(
            LenientList<LobstersStory>.self, at: baseAddress + list.path(number), of: "Lobsters",
            absent: number > 1 ? LenientList([]) : nil, now: now)
    }

    /// Returns the error for a defect of a page.
    func failure(_ defect: FeedDefect, at number: Int) -> SupplierError {
        defect.error(of: name, at: baseAddress + list.path(number))
    }

    /// Requests a story with its comments.
    func document(of thread: LobstersList, now: Timestamp) async throws(SupplierError) -> LobstersThread {
        try await transport.json(LobstersThread.self, at: baseAddress + thread.path(1), of: "Lobsters", now: now)
    }
}
