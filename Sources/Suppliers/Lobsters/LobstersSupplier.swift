import EngineConcepts
import Networking

/// The supplier of Lobsters.
///
/// Its pages are numbered from the newest story, so new and deleted stories shift them. A story that shifts down is
/// seen twice, which does no harm; one that shifts up would be missed. So a page gives a claim only if it is read
/// right after the page before, or contains that page's last story.
struct LobstersSupplier: Supplier {
    let id: SupplierID
    let name: String
    let presenter: any Presenter = SubmissionPresenter()
    let list: LobstersList
    let baseAddress: String
    let transport: any Transport
    let polling: FeedPolling

    /// The maximum age of a page for which the next page is assumed not to have shifted.
    private static let memory = Duration.seconds(60)
    /// The maximum page number; at 25 stories each, more than Lobsters has.
    fileprivate static let lastPage = 1 << 14

    var kind: SupplierKind { .lobsters }

    /// A stream that is paged downwards; the hottest stories are a window.
    var traits: SupplierTraits {
        list.isDocument
            ? SupplierTraits(shape: .window, pagesOlder: false, maximumPageItems: 1000)
            : SupplierTraits(shape: .log, maximumPageItems: 25)
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        polling.scheduled(try await page(request), to: request)
    }

    private func page(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        if list == .hottest {
            guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
            let page = try await page(1, request)
            return FetchAnswer(items: items(page.elements).ranked, end: .retentionLimit, sourceName: list.name)
                .reporting([page.count], of: name)
        }
        if case .thread = list { return try await thread(request) }
        guard request.direction == .older else { throw .readsDownOnly(name) }
        switch request.origin {
        case .newest: return answer(try await page(1, request), number: 1, from: request.now, request)
        case .token(let token, let edge): return try await following(token, below: edge, request: request)
        case .anchor(_, let edge), .time(let edge): return try await search(for: edge, request)
        }
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

    /// Requests a story with its comments.
    func document(of thread: LobstersList, now: Timestamp) async throws(SupplierError) -> LobstersThread {
        try await transport.json(LobstersThread.self, at: baseAddress + thread.path(1), of: "Lobsters", now: now)
    }

    // MARK: Finding a page

    /// Returns the page after the one of the token. Reads the pages before it as well if only they can show a shift.
    private func following(
        _ token: Token, below edge: Timestamp, request: FetchRequest
    ) async throws(SupplierError) -> FetchAnswer {
        guard let previous = ReadPage(token) else { throw .tokenUnknown(name) }
        var number = previous.page + 1
        let first = try await page(number, request)
        var pages = [first]
        let isFresh = request.now.since(previous.readAt) < Self.memory
        while !isFresh, number > 1,
            !pages.contains(where: { $0.elements.contains { $0.id == previous.last || $0.time >= edge } })
        {
            number -= 1
            pages.insert(try await page(number, request), at: 0)
        }
        return answer(first, number: previous.page + 1, all: pages, from: edge, request)
    }

    /// Finds the page with `edge` by binary search, since times decrease from page to page.
    private func search(for edge: Timestamp, _ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        var above = 1
        var below = 1
        var found = try await page(1, request)
        while let last = found.elements.last, last.time >= edge, below < Self.lastPage {
            above = below
            below *= 2
            found = try await page(below, request)
        }
        while below - above > 1 {
            let middle = (above + below) / 2
            let page = try await page(middle, request)
            if let last = page.elements.last, last.time >= edge {
                above = middle
            } else {
                (below, found) = (middle, page)
            }
        }
        return answer(found, number: below, from: edge, request)
    }

    private func page(
        _ number: Int, _ request: FetchRequest
    ) async throws(SupplierError) -> LenientList<LobstersStory> {
        try await transport.json(
            LenientList<LobstersStory>.self, at: baseAddress + list.path(number), of: "Lobsters",
            absent: number > 1 ? LenientList([]) : nil, now: request.now)
    }

    // MARK: Reading a page

    private func answer(
        _ page: LenientList<LobstersStory>, number: Int, all pages: [LenientList<LobstersStory>]? = nil,
        from start: Timestamp, _ request: FetchRequest
    ) -> FetchAnswer {
        let pages = pages ?? [page]
        var answer = FetchAnswer(items: items(pages.flatMap(\.elements)), sourceName: list.name)
        if let last = page.elements.last {
            let oldest = page.elements.map(\.time).min() ?? last.time
            answer.claims = [Claim](from: start, downTo: oldest.secondAbove)
            answer.next = ReadPage(page: number, last: last.id, readAt: request.now).token
            answer.end = .more
        } else {
            answer.claims = [Claim](from: start, downTo: .beginningOfTime)
            answer.end = .trueEnd
        }
        return answer.reporting(pages.map(\.count), of: name)
    }

    private func items(_ stories: [LobstersStory]) -> [SourceItem] {
        stories.enumerated().map { index, story in story.item(at: index) }
    }
}

/// A page that was read, encoded in a token.
private struct ReadPage {
    let page: Int
    /// The ID of its last story.
    let last: String
    let readAt: Timestamp
}

extension ReadPage {
    fileprivate init?(_ token: Token) {
        let parts = token.rawValue.split(separator: " ")
        guard parts.count == 3, let page = Int(parts[0]), (1...LobstersSupplier.lastPage).contains(page),
            let seconds = Int64(parts[2])
        else { return nil }
        self.init(page: page, last: String(parts[1]), readAt: Timestamp(seconds: seconds))
    }

    fileprivate var token: Token { Token("\(page) \(last) \(readAt.seconds)") }
}
