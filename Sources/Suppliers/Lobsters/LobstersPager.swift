import EngineConcepts

/// Reads a page of a list for one request, and claims no more than it proves.
///
/// Pages are numbered from the newest story, so new and deleted stories shift them. A story that shifts down is seen
/// twice, which does no harm; one that shifts up would be missed. So an older page gives a claim only if it, or the page
/// before, read again, holds a story of what was read and one of what is missing, or the last story that was read.
struct LobstersPager {
    private let supplier: LobstersSupplier
    private let request: FetchRequest
    /// The state of the list after the pages that were read.
    private var memory: ListMemory

    init(_ supplier: LobstersSupplier, for request: FetchRequest) {
        self.supplier = supplier
        self.request = request
        memory = ListMemory(request.memory)
    }

    /// Returns the page, with the memory for the next request.
    mutating func page() async throws(SupplierError) -> FetchAnswer {
        guard request.direction == .older else { throw .readsDownOnly(supplier.name) }
        let answer: FetchAnswer
        switch request.origin {
        case .newest: answer = try await newest()
        case .token(let token, _): answer = try await following(token)
        case .anchor(let known, _): answer = try await search(below: known.id.item)
        case .time: answer = try await search(below: nil)
        }
        return answer.remembering(memory, after: request)
    }

    private func read(_ number: Int) async throws(SupplierError) -> LobstersPage {
        try await supplier.api.page(number, of: supplier.list, now: request.now)
    }

    /// Returns the error for a defect of a page.
    private func failure(_ defect: PageDefect, at number: Int) -> SupplierError {
        defect.error(of: supplier.name, at: supplier.api.address(ofPage: number, of: supplier.list))
    }

    // MARK: Finding a page

    /// Returns the first page. Without stories, it is the whole list if no answer had any before.
    private func newest() async throws(SupplierError) -> FetchAnswer {
        let page = try await read(1)
        guard page.isEmpty else { return answer([page]) }
        if memory.hasItems { throw failure(.empty, at: 1) }
        return FetchAnswer(
            claims: [Claim](from: request.now, downTo: .beginningOfTime), end: .trueEnd, sourceName: supplier.list.name)
    }

    /// Returns the page after the one of the token, and that one again, which alone can show a shift.
    private mutating func following(_ token: Token) async throws(SupplierError) -> FetchAnswer {
        guard let last = LastRead(token) else { throw .tokenUnknown(supplier.name) }
        let next = try await read(last.page + 1)
        if next.isEmpty, memory.unprovenEnd.hasCounted(below: request.edge, at: request.now) {
            // The page before was read within the hour, and shows nothing as long as this one is missing.
            return answer(withoutPage: next, token)
        }
        let page = try await read(last.page)
        if page.isEmpty { return try answer(withoutStoriesAt: token, page, next) }
        guard page.leads(to: next) else {
            return try await answer(endingWith: page, insteadOf: next, after: last.story)
        }
        return try await answer(from: page, to: next, after: last.story)
    }

    /// Returns the answer of the token's page and the next one.
    private mutating func answer(
        from page: LobstersPage, to next: LobstersPage, after story: String
    ) async throws(SupplierError) -> FetchAnswer {
        var pages = [page]
        // If new stories have moved the edge down to the next page, that page shows by itself what is below the edge.
        if !next.overlaps(edge: request.edge, story) {
            pages = try await self.pages(upFrom: page, to: story)
            guard pages[0].showsEdge(request.edge, below: story) else { throw .tokenUnknown(supplier.name) }
        }
        let result = answer(pages + [next], after: story)
        if !result.claims.isEmpty { memory.unprovenEnd.forget(below: request.edge) }
        return result
    }

    /// Returns the answer of the token's page if no other follows it.
    ///
    /// - Parameter other: The page with the next number, which is empty or another one.
    private mutating func answer(
        endingWith page: LobstersPage, insteadOf other: LobstersPage, after story: String
    ) async throws(SupplierError) -> FetchAnswer {
        let pages = try await pages(upFrom: page, to: story)
        guard pages.count == 1 || pages[0].showsEdge(request.edge, below: story) else {
            throw .tokenUnknown(supplier.name)
        }
        var result = answer(pages, after: story)
        end(&result, behind: page, with: failure(other.isEmpty ? .empty : .repeated, at: other.number))
        return result
    }

    /// Returns the answer if the page of a token, which had stories before, has none now. A list is never without a first page.
    private mutating func answer(
        withoutStoriesAt token: Token, _ page: LobstersPage, _ next: LobstersPage
    ) throws(SupplierError) -> FetchAnswer {
        guard next.isEmpty, page.number > 1 else { throw failure(.empty, at: page.number) }
        return answer(withoutPage: page, token)
    }

    /// Returns the answer without stories at an end without proof, since a page is missing.
    private mutating func answer(withoutPage page: LobstersPage, _ token: Token) -> FetchAnswer {
        var result = FetchAnswer(next: token, end: .more, sourceName: supplier.list.name)
        endUnproven(&result, with: failure(.empty, at: page.number))
        return result
    }

    /// Returns a page and those above it, up to one that overlaps what was read, since removed stories have moved that up.
    private func pages(
        upFrom page: LobstersPage, to story: String
    ) async throws(SupplierError) -> [LobstersPage] {
        var pages = [page]
        while pages[0].number > 1, !pages[0].overlaps(edge: request.edge, story) {
            let above = try await read(pages[0].number - 1)
            guard above.leads(to: pages[0]) else {
                throw failure(above.isEmpty ? .empty : .repeated, at: above.number)
            }
            pages.insert(above, at: 0)
        }
        return pages
    }

    /// Finds the page with the request's edge by binary search, since times decrease from page to page.
    ///
    /// - Parameter known: The ID of the story next to the edge that was read, or `nil` if it is unknown.
    private mutating func search(below known: String?) async throws(SupplierError) -> FetchAnswer {
        let edge = request.edge
        let top = try await read(1)
        guard !top.isEmpty else { throw failure(.empty, at: 1) }
        // The edge is on `below`, or between the two.
        var (above, below) = (top, top)
        while below.ends(above: edge), below.number < LastRead.maximumPage {
            above = below
            below = try await read(above.number * 2)
        }
        while below.number - above.number > 1 {
            let middle = try await read((above.number + below.number) / 2)
            if middle.ends(above: edge) { above = middle } else { below = middle }
        }
        if below.isEmpty {
            var result = FetchAnswer(items: above.stories.items, sourceName: supplier.list.name)
            end(&result, behind: above, with: failure(.empty, at: below.number))
            return result
        }
        // Page numbers have no end if one page answers for all.
        if below.isWholly(above: edge) { throw failure(.repeated, at: below.number) }
        let isJoined = known.map { above.contains($0) } ?? false
        guard below.number == 1 || below.reaches(above: edge) || isJoined else { throw .tokenUnknown(supplier.name) }
        return answer([below])
    }

    // MARK: Reading a page

    /// Returns the answer of the last of consecutive pages.
    ///
    /// - Parameter known: The last story above the request's edge, or `nil` if the page is the first one or holds the edge.
    private func answer(_ pages: [LobstersPage], after known: String? = nil) -> FetchAnswer {
        var answer = FetchAnswer(items: pages.flatMap(\.stories).items, sourceName: supplier.list.name)
        if let page = pages.last, let last = page.stories.last {
            let oldest = page.stories.map(\.time).min() ?? last.time
            answer.claims = [Claim](from: request.start, downTo: oldest.secondAbove)
            // Below a page that lies wholly above the edge, the edge is still to come.
            let story = page.isWholly(above: request.edge) ? known ?? last.id : last.id
            answer.next = LastRead(page: page.number, story: story).token
            answer.end = .more
        }
        return answer.reporting(pages.map(\.count), of: supplier.name)
    }

    /// Ends an answer behind its last page, since no other follows. All pages but the last are full.
    ///
    /// - Parameter error: The failure of the next page if the last one is full.
    private mutating func end(_ answer: inout FetchAnswer, behind page: LobstersPage, with error: SupplierError) {
        guard !page.isFull else { return endUnproven(&answer, with: error) }
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

/// The last page that was read, which a token holds.
private struct LastRead {
    /// The maximum number of a page; at 25 stories each, more than Lobsters has.
    static let maximumPage = 1 << 14

    let page: Int
    /// The ID of the last story that was read.
    let story: String

    init(page: Int, story: String) {
        self.page = page
        self.story = story
    }

    /// Parses a token. Those of former versions end with a time.
    init?(_ token: Token) {
        let parts = token.rawValue.split(separator: " ")
        guard (2...3).contains(parts.count), let page = Int(parts[0]), (1...Self.maximumPage).contains(page) else {
            return nil
        }
        self.init(page: page, story: String(parts[1]))
    }

    var token: Token { Token("\(page) \(story)") }
}
