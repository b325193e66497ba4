import EngineConcepts
import Networking

/// The supplier of Lobsters.
///
/// Its pages are numbered from the newest story, so new and deleted stories shift them. A story that shifts down is
/// seen twice, which does no harm; one that shifts up would be missed. So an older page gives a claim only if it, or the
/// page before, read again, holds a story of what was read and one of what is missing, or the last story that was read.
struct LobstersSupplier: Supplier {
    let id: SupplierID
    let name: String
    let presenter: any Presenter = SubmissionPresenter()
    let list: LobstersList
    let baseAddress: String
    let transport: any Transport
    let polling: FeedPolling

    /// The number of stories on every page but the last.
    private static let pageSize = 25
    /// The maximum page number; at 25 stories each, more than Lobsters has.
    fileprivate static let lastPage = 1 << 14

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
        if list == .hottest {
            guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
            let page = try await page(1, request)
            return FetchAnswer(items: items(page.elements).ranked, end: .retentionLimit, sourceName: list.name)
                .reporting([page.count], of: name)
        }
        if case .thread = list { return try await thread(request) }
        guard request.direction == .older else { throw .readsDownOnly(name) }
        var memory = ListMemory(request.memory)
        let answer: FetchAnswer
        switch request.origin {
        case .newest: answer = try await newest(request, memory)
        case .token(let token, _): answer = try await following(token, request, &memory)
        case .anchor(let known, _): answer = try await search(below: known.id.item, request, &memory)
        case .time: answer = try await search(below: nil, request, &memory)
        }
        return answer.remembering(memory, after: request)
    }

    /// Returns the first page. Without stories, it is the whole list if no answer had any before.
    private func newest(_ request: FetchRequest, _ memory: ListMemory) async throws(SupplierError) -> FetchAnswer {
        let page = try await page(1, request)
        guard page.isEmpty else { return answer([page], number: 1, request) }
        if memory.hasItems { throw failure(.empty, at: 1) }
        return FetchAnswer(
            claims: [Claim](from: request.now, downTo: .beginningOfTime), end: .trueEnd, sourceName: list.name)
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

    /// Returns the page after the one of the token, and the page before it, which alone can show a shift. Goes further up
    /// while both have shifted.
    private func following(
        _ token: Token, _ request: FetchRequest, _ memory: inout ListMemory
    ) async throws(SupplierError) -> FetchAnswer {
        guard let previous = ReadPage(token) else { throw .tokenUnknown(name) }
        let (number, edge) = (previous.page, request.edge)
        let found = try await page(number + 1, request)
        var pages = [try await page(number, request)]
        if pages[0].isEmpty {
            // It had stories before. A list is never without a first page.
            guard found.isEmpty, number > 1 else { throw failure(.empty, at: number) }
            var result = FetchAnswer(next: token, end: .more, sourceName: list.name)
            endUnproven(&result, with: failure(.empty, at: number), request, &memory)
            return result
        }
        let isLast = !pages[0].leads(to: found)
        let isShiftedDown = !isLast && (found.reaches(above: edge) || found.contains(previous.last))
        var top = number
        while !isShiftedDown, top > 1, !pages[0].reaches(above: edge), !pages[0].contains(previous.last) {
            top -= 1
            let above = try await page(top, request)
            guard above.leads(to: pages[0]) else { throw failure(above.isEmpty ? .empty : .repeated, at: top) }
            pages.insert(above, at: 0)
        }
        // A page that lies wholly above the edge does not show where the one below it begins.
        guard
            isShiftedDown || isLast && top == number || pages[0].contains(previous.last)
                || !pages[0].isWhollyAbove(edge)
        else { throw .tokenUnknown(name) }
        if isLast {
            var result = answer(pages, number: number, after: previous.last, request)
            let error = failure(found.isEmpty ? .empty : .repeated, at: number + 1)
            end(&result, behind: pages[pages.count - 1], with: error, request, &memory)
            return result
        }
        let result = answer(pages + [found], number: number + 1, after: previous.last, request)
        if !result.claims.isEmpty { memory.unprovenEnd.forget(below: edge) }
        return result
    }

    /// Finds the page with the request's edge by binary search, since times decrease from page to page.
    ///
    /// - Parameter known: The ID of the story next to the edge that was read, or `nil` if it is unknown.
    private func search(
        below known: String?, _ request: FetchRequest, _ memory: inout ListMemory
    ) async throws(SupplierError) -> FetchAnswer {
        let edge = request.edge
        var (above, below) = (1, 1)
        var found = try await page(1, request)
        var before = found
        guard !found.isEmpty else { throw failure(.empty, at: 1) }
        while let last = found.elements.last, last.time >= edge, below < Self.lastPage {
            (above, before) = (below, found)
            below *= 2
            found = try await page(below, request)
        }
        while below - above > 1 {
            let middle = (above + below) / 2
            let page = try await page(middle, request)
            if let last = page.elements.last, last.time >= edge {
                (above, before) = (middle, page)
            } else {
                (below, found) = (middle, page)
            }
        }
        if found.isEmpty {
            var result = FetchAnswer(items: items(before.elements), sourceName: list.name)
            end(&result, behind: before, with: failure(.empty, at: below), request, &memory)
            return result
        }
        // Page numbers have no end if one page answers for all.
        if found.isWhollyAbove(edge) { throw failure(.repeated, at: below) }
        let isJoined = known.map { before.contains($0) } ?? false
        guard below == 1 || found.reaches(above: edge) || isJoined else {
            throw .tokenUnknown(name)
        }
        return answer([found], number: below, request)
    }

    /// Returns a page. One that does not exist is empty, except the first.
    private func page(
        _ number: Int, _ request: FetchRequest
    ) async throws(SupplierError) -> LenientList<LobstersStory> {
        try await transport.json(
            LenientList<LobstersStory>.self, at: baseAddress + list.path(number), of: "Lobsters",
            absent: number > 1 ? LenientList([]) : nil, now: request.now)
    }

    private func failure(_ defect: FeedDefect, at number: Int) -> SupplierError {
        defect.error(of: name, at: baseAddress + list.path(number))
    }

    // MARK: Reading a page

    /// Returns the answer of the last of consecutive pages.
    ///
    /// - Parameters:
    ///   - number: The number of the last page.
    ///   - known: The last story above the request's edge, or `nil` if the page is the first one or holds the edge.
    private func answer(
        _ pages: [LenientList<LobstersStory>], number: Int, after known: String? = nil, _ request: FetchRequest
    ) -> FetchAnswer {
        var answer = FetchAnswer(items: items(pages.flatMap(\.elements)), sourceName: list.name)
        if let page = pages.last, let last = page.elements.last {
            let oldest = page.elements.map(\.time).min() ?? last.time
            answer.claims = [Claim](from: request.start, downTo: oldest.secondAbove)
            // Below a page that lies wholly above the edge, the edge is still to come.
            let end = page.isWhollyAbove(request.edge) ? known ?? last.id : last.id
            answer.next = ReadPage(page: number, last: end).token
            answer.end = .more
        }
        return answer.reporting(pages.map(\.count), of: name)
    }

    /// Ends an answer behind its last page, since no other follows. All pages but the last are full.
    ///
    /// - Parameter error: The failure of the next page if the last one is full.
    private func end(
        _ answer: inout FetchAnswer, behind page: LenientList<LobstersStory>, with error: SupplierError,
        _ request: FetchRequest, _ memory: inout ListMemory
    ) {
        guard page.count.received < Self.pageSize else {
            endUnproven(&answer, with: error, request, &memory)
            return
        }
        memory.unprovenEnd.forget(below: request.edge)
        answer.claims = [Claim](from: request.start, downTo: .beginningOfTime)
        (answer.next, answer.end) = (nil, .trueEnd)
    }

    /// Ends an answer where another page should follow: that is a failure for a day, and then the end.
    private func endUnproven(
        _ answer: inout FetchAnswer, with error: SupplierError, _ request: FetchRequest, _ memory: inout ListMemory
    ) {
        if memory.unprovenEnd.accept(below: request.edge, at: request.now) {
            (answer.next, answer.end) = (nil, .retentionLimit)
        } else {
            answer.interruption = error
        }
    }

    private func items(_ stories: [LobstersStory]) -> [SourceItem] {
        stories.enumerated().map { index, story in story.item(at: index) }
    }
}

extension LenientList<LobstersStory> {
    fileprivate var isEmpty: Bool { count.isEmpty }

    /// Returns true if `page` can be the one below this: it has stories, and its first one is neither on this page nor newer
    /// than this page. Otherwise a cache has answered with another page.
    fileprivate func leads(to page: Self) -> Bool {
        guard !isEmpty, !page.isEmpty else { return false }
        guard let first = elements.first, let next = page.elements.first else { return true }
        return next.time <= first.time && !contains(next.id)
    }

    fileprivate func contains(_ story: String) -> Bool { elements.contains { $0.id == story } }

    /// Returns true if a story is not below `edge`.
    fileprivate func reaches(above edge: Timestamp) -> Bool { elements.contains { $0.time >= edge } }

    /// Returns true if there are stories, and none is below `edge`.
    fileprivate func isWhollyAbove(_ edge: Timestamp) -> Bool {
        !elements.isEmpty && elements.allSatisfy { $0.time >= edge }
    }
}

/// A page that was read, encoded in a token.
private struct ReadPage {
    let page: Int
    /// The ID of the last story that was read.
    let last: String
}

extension ReadPage {
    /// Parses a token. Those of former versions end with a time.
    fileprivate init?(_ token: Token) {
        let parts = token.rawValue.split(separator: " ")
        guard (2...3).contains(parts.count), let page = Int(parts[0]), (1...LobstersSupplier.lastPage).contains(page)
        else { return nil }
        self.init(page: page, last: String(parts[1]))
    }

    fileprivate var token: Token { Token("\(page) \(last)") }
}
