import EngineConcepts

/// Reads a page of a list for one request, and claims no more than it proves.
///
/// Pages are numbered from the newest story, so new and deleted stories shift them. A story that shifts down is seen
/// twice, which does no harm; one that shifts up would be missed. So an older page gives a claim only if it, or the page
/// before, read again, holds a story of what was read and one of what is missing, or the last story that was read.
struct LobstersPager {
    /// The maximum page number; at 25 stories each, more than Lobsters has.
    fileprivate static let lastPage = 1 << 14

    private let supplier: LobstersSupplier
    private let request: FetchRequest
    /// The state of the list after the pages that were read.
    private var memory: ListMemory

    private var name: String { supplier.name }
    private var list: LobstersList { supplier.list }

    init(_ supplier: LobstersSupplier, for request: FetchRequest) {
        self.supplier = supplier
        self.request = request
        memory = ListMemory(request.memory)
    }

    /// Returns the page, with the memory for the next request.
    mutating func page() async throws(SupplierError) -> FetchAnswer {
        guard request.direction == .older else { throw .readsDownOnly(name) }
        let answer: FetchAnswer
        switch request.origin {
        case .newest: answer = try await newest()
        case .token(let token, _): answer = try await following(token)
        case .anchor(let known, _): answer = try await search(below: known.id.item)
        case .time: answer = try await search(below: nil)
        }
        return answer.remembering(memory, after: request)
    }

    // MARK: Finding a page

    /// Returns the first page. Without stories, it is the whole list if no answer had any before.
    private func newest() async throws(SupplierError) -> FetchAnswer {
        let page = try await supplier.page(1, now: request.now)
        guard page.isEmpty else { return answer([page], number: 1) }
        if memory.hasItems { throw supplier.failure(.empty, at: 1) }
        return FetchAnswer(
            claims: [Claim](from: request.now, downTo: .beginningOfTime), end: .trueEnd, sourceName: list.name)
    }

    /// Returns the page after the one of the token, and the page before it, which alone can show a shift. Goes further up
    /// while both have shifted.
    private mutating func following(_ token: Token) async throws(SupplierError) -> FetchAnswer {
        guard let previous = ReadPage(token) else { throw .tokenUnknown(name) }
        let (number, edge) = (previous.page, request.edge)
        let found = try await supplier.page(number + 1, now: request.now)
        let page = try await supplier.page(number, now: request.now)
        if page.isEmpty {
            // It had stories before. A list is never without a first page.
            guard found.isEmpty, number > 1 else { throw supplier.failure(.empty, at: number) }
            var result = FetchAnswer(next: token, end: .more, sourceName: list.name)
            endUnproven(&result, with: supplier.failure(.empty, at: number))
            return result
        }
        let isLast = !page.leads(to: found)
        let isShiftedDown = !isLast && (found.reaches(above: edge) || found.contains(previous.last))
        let pages = try await isShiftedDown ? [page] : pages(upFrom: page, number: number, to: previous.last)
        // A page that lies wholly above the edge does not show where the one below it begins.
        guard
            isShiftedDown || isLast && pages.count == 1 || pages[0].contains(previous.last)
                || !pages[0].isWhollyAbove(edge)
        else { throw .tokenUnknown(name) }
        if isLast {
            var result = answer(pages, number: number, after: previous.last)
            let error = supplier.failure(found.isEmpty ? .empty : .repeated, at: number + 1)
            end(&result, behind: page, with: error)
            return result
        }
        let result = answer(pages + [found], number: number + 1, after: previous.last)
        if !result.claims.isEmpty { memory.unprovenEnd.forget(below: edge) }
        return result
    }

    /// Returns a page and those above it, up to one that reaches above the request's edge or holds the story `last`.
    private func pages(
        upFrom page: LenientList<LobstersStory>, number: Int, to last: String
    ) async throws(SupplierError) -> [LenientList<LobstersStory>] {
        var (pages, top) = ([page], number)
        while top > 1, !pages[0].reaches(above: request.edge), !pages[0].contains(last) {
            top -= 1
            let above = try await supplier.page(top, now: request.now)
            guard above.leads(to: pages[0]) else { throw supplier.failure(above.isEmpty ? .empty : .repeated, at: top) }
            pages.insert(above, at: 0)
        }
        return pages
    }

    /// Finds the page with the request's edge by binary search, since times decrease from page to page.
    ///
    /// - Parameter known: The ID of the story next to the edge that was read, or `nil` if it is unknown.
    private mutating func search(below known: String?) async throws(SupplierError) -> FetchAnswer {
        let edge = request.edge
        var (above, below) = (1, 1)
        var found = try await supplier.page(1, now: request.now)
        var before = found
        guard !found.isEmpty else { throw supplier.failure(.empty, at: 1) }
        while let last = found.elements.last, last.time >= edge, below < Self.lastPage {
            (above, before) = (below, found)
            below *= 2
            found = try await supplier.page(below, now: request.now)
        }
        while below - above > 1 {
            let middle = (above + below) / 2
            let page = try await supplier.page(middle, now: request.now)
            if let last = page.elements.last, last.time >= edge {
                (above, before) = (middle, page)
            } else {
                (below, found) = (middle, page)
            }
        }
        if found.isEmpty {
            var result = FetchAnswer(items: before.elements.items, sourceName: list.name)
            end(&result, behind: before, with: supplier.failure(.empty, at: below))
            return result
        }
        // Page numbers have no end if one page answers for all.
        if found.isWhollyAbove(edge) { throw supplier.failure(.repeated, at: below) }
        let isJoined = known.map { before.contains($0) } ?? false
        guard below == 1 || found.reaches(above: edge) || isJoined else {
            throw .tokenUnknown(name)
        }
        return answer([found], number: below)
    }

    // MARK: Reading a page

    /// Returns the answer of the last of consecutive pages.
    ///
    /// - Parameters:
    ///   - number: The number of the last page.
    ///   - known: The last story above the request's edge, or `nil` if the page is the first one or holds the edge.
    private func answer(
        _ pages: [LenientList<LobstersStory>], number: Int, after known: String? = nil
    ) -> FetchAnswer {
        var answer = FetchAnswer(items: pages.flatMap(\.elements).items, sourceName: list.name)
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
    private mutating func end(
        _ answer: inout FetchAnswer, behind page: LenientList<LobstersStory>, with error: SupplierError
    ) {
        guard page.count.received < LobstersSupplier.pageSize else { return endUnproven(&answer, with: error) }
        memory.unprovenEnd.forget(below: request.edge)
        answer.claims = [Claim](from: request.start, downTo: .beginningOfTime)
        (answer.next, answer.end) = (nil, .trueEnd)
    }

    /// Ends an answer where another page should follow: that is a failure for a day, and then the end.
    private mutating func endUnproven(_ answer: inout FetchAnswer, with error: SupplierError) {
        if memory.unprovenEnd.accept(below: request.edge, at: request.now) {
            (answer.next, answer.end) = (nil, .retentionLimit)
        } else {
            answer.interruption = error
        }
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
        guard (2...3).contains(parts.count), let page = Int(parts[0]), (1...LobstersPager.lastPage).contains(page)
        else { return nil }
        self.init(page: page, last: String(parts[1]))
    }

    fileprivate var token: Token { Token("\(page) \(last)") }
}
