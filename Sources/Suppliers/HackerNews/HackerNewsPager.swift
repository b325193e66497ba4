import EngineConcepts

/// Reads a page of a list for one request, downwards or upwards, and claims no more than it proves.
///
/// Times are whole seconds, several stories may share one, and a query returns at most a thousand hits. Since a query
/// can be limited to a range of time, any gap can be filled from either end. Only a second with more than a thousand
/// items could not be read; it would remain a gap with an explanation.
struct HackerNewsPager {
    /// The first range of time, in seconds, when reading upwards without a bound.
    private static let firstRange: Int64 = 3600

    private let supplier: HackerNewsSupplier
    private let request: FetchRequest
    /// The state of the list after the page.
    private var memory: ListMemory

    init(_ supplier: HackerNewsSupplier, for request: FetchRequest) {
        self.supplier = supplier
        self.request = request
        memory = ListMemory(request.memory)
    }

    /// Returns the page, with the memory for the next request.
    mutating func page() async throws(SupplierError) -> FetchAnswer {
        let answer: FetchAnswer
        switch request.direction {
        case .older: answer = try await older()
        case .newer: answer = try await newer()
        }
        return answer.remembering(memory, after: request)
    }

    /// Requests the newest hits with times in `since ..< before`, in seconds since 1970.
    private func hits(
        since: Int64? = nil, before: Int64, count: Int = HackerNewsAPI.maximumHits
    ) async throws(SupplierError) -> HackerNewsPage {
        try await supplier.api.hits(of: supplier.list, since: since, before: before, count: count, now: request.now)
    }

    private func failure(_ defect: PageDefect) -> SupplierError {
        defect.error(of: supplier.name, at: supplier.api.address)
    }

    // MARK: Reading downwards

    /// Returns a page below the request's position. A page may end inside a second, so its claim ends above that
    /// second.
    private mutating func older() async throws(SupplierError) -> FetchAnswer {
        // The newest page has the second of the request.
        let before = request.start.seconds + (request.origin == .newest ? 1 : 0)
        let page = try await hits(before: before, count: request.maximumItems)
        if page.isComplete, page.count.isEmpty, let answer = try answerWithoutHits() { return answer }
        memory.unprovenEnd.forget(below: request.edge)
        if page.isComplete { return lastAnswer([page]) }
        // Without a readable hit, nothing tells how far the page reaches.
        guard let last = page.hits.last else { return supplier.answer([page]) }
        let bottom = last.time.adding(saturating: 1)
        return bottom < before ? answer([page], downTo: bottom) : try await answerWithinSecond(page, before: before)
    }

    /// Returns the answer to a page that lies within the second before `before`, which is requested as a whole.
    private func answerWithinSecond(
        _ page: HackerNewsPage, before: Int64
    ) async throws(SupplierError) -> FetchAnswer {
        // A cache has answered with hits of another query.
        if !page.isOfQuery, request.origin != .newest { throw failure(.repeated) }
        let second = try await hits(since: before - 1, before: before)
        guard second.isComplete else { return supplier.answer([page, second]) }
        let isAll = page.isOfQuery && page.hitCount.map { $0 <= second.count.received } ?? false
        return isAll ? lastAnswer([page, second]) : answer([page, second], downTo: before - 1)
    }

    /// Returns the answer to a request whose query has no hits although there should be some, or `nil` if there may be none.
    ///
    /// The newest hits are there if an earlier answer had any. A page above ends at a hit that this one should have, too: that
    /// it has none is a failure for a day, and then the end.
    private mutating func answerWithoutHits() throws(SupplierError) -> FetchAnswer? {
        if request.origin == .newest {
            if memory.hasItems { throw failure(.empty) }
            return nil
        }
        guard request.claimed.timeframes.contains(where: { $0.end == request.edge }) else { return nil }
        if memory.unprovenEnd.accept(below: request.edge, at: request.now) {
            return supplier.answer([], end: .retentionLimit)
        }
        var failed = supplier.answer([], next: Token(String(request.edge.seconds)), end: .more)
        failed.interruption = failure(.empty)
        return failed
    }

    /// Returns an answer that claims the time down to a second, in seconds since 1970, and continues there.
    private func answer(_ pages: [HackerNewsPage], downTo second: Int64) -> FetchAnswer {
        supplier.answer(
            pages, claims: claims(from: request.start, downTo: Timestamp(seconds: second)),
            next: Token(String(second)), end: .more)
    }

    /// Returns an answer with everything that is below the request's position.
    private func lastAnswer(_ pages: [HackerNewsPage]) -> FetchAnswer {
        supplier.answer(pages, claims: claims(from: request.start, downTo: .beginningOfTime), end: .trueEnd)
    }

    // MARK: Reading upwards

    /// Returns a page above the request's position.
    private func newer() async throws(SupplierError) -> FetchAnswer {
        let since = request.edge.seconds
        let top = request.now.seconds + 1
        guard since < top else { return FetchAnswer(end: .unknown) }
        let bound = request.bound.map { max($0.ceiledToSecond.seconds, since + 1) } ?? since + Self.firstRange
        let (pages, before) = try await narrowed(since: since, before: min(top, bound))
        guard pages.last?.isComplete ?? false else { return supplier.answer(pages) }
        let reached = before == top ? request.now : Timestamp(seconds: before)
        let claims = claims(from: reached, downTo: request.edge)
        guard before < top else { return supplier.answer(pages, claims: claims) }
        let isAtBound = request.bound.map { reached >= $0 } ?? false
        return supplier.answer(
            pages, claims: claims, next: Token(String(before)), end: isAtBound ? .reachedBound : .more)
    }

    /// Reads upwards from `since`. The API returns the newest hits first, so the range of time is narrowed at its newer
    /// end until all its hits fit into one response, or it is a single second. Returns all responses, the last one that
    /// of the narrowest range, and the end of that range. Times are in seconds since 1970.
    private func narrowed(
        since: Int64, before: Int64
    ) async throws(SupplierError) -> (pages: [HackerNewsPage], before: Int64) {
        let limit = max(20, min(request.maximumItems, HackerNewsAPI.maximumHits))
        var before = before
        var pages: [HackerNewsPage] = []
        while true {
            let isSecond = before == since + 1
            let page = try await hits(
                since: since, before: before, count: isSecond ? HackerNewsAPI.maximumHits : limit)
            pages.append(page)
            if page.isComplete || isSecond { return (pages, before) }
            // The range that would have half as many hits as fit, if they were spread evenly.
            let share = Int64(limit / 2) * (before - since) / Int64(max(page.hitCount ?? limit, limit))
            before = since + max(1, min(share, (before - since) / 2))
        }
    }

    // MARK: Claims

    private func claims(from start: Timestamp, downTo end: Timestamp) -> [Claim] {
        [Claim](from: start, downTo: end, .heuristic(lateness: HackerNewsSupplier.lateness))
    }
}
