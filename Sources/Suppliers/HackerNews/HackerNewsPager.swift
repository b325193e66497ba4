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

    private var api: HackerNewsAPI { supplier.api }

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

    /// Returns a page below the request's position. A page may end inside a second, so its claim ends above that
    /// second. A page that lies within one second is requested again as that second.
    private mutating func older() async throws(SupplierError) -> FetchAnswer {
        let start = request.start
        let before = request.origin == .newest ? start.seconds + 1 : start.seconds
        let page = try await api.hits(of: supplier.list, before: before, count: request.maximumItems, now: request.now)
        if page.isComplete, page.count.isEmpty, let answer = try answerWithoutHits() { return answer }
        memory.unprovenEnd.forget(below: request.edge)
        if page.isComplete { return lastPage([page], from: start) }
        // Without a readable hit, nothing tells how far the page reaches.
        guard let last = page.hits.last else { return supplier.answer([page]) }
        let above = last.time.adding(saturating: 1)
        guard above >= before else { return answer([page], from: start, downTo: above) }
        if !page.isOfQuery, request.origin != .newest {
            // A cache has answered with hits of another query.
            throw FeedDefect.repeated.error(of: supplier.name, at: api.address)
        }
        let second = try await api.hits(
            of: supplier.list, since: before - 1, before: before, count: HackerNewsAPI.maximumHits, now: request.now)
        guard second.isComplete else { return supplier.answer([page, second]) }
        if page.isOfQuery, let count = page.hitCount, count <= second.count.received {
            return lastPage([page, second], from: start)
        }
        return answer([page, second], from: start, downTo: before - 1)
    }

    /// Returns the answer to a request whose query has no hits although there should be some, or `nil` if there may be none.
    ///
    /// The newest hits are there if an earlier answer had any. A page above ends at a hit that this one should have, too: that
    /// it has none is a failure for a day, and then the end.
    private mutating func answerWithoutHits() throws(SupplierError) -> FetchAnswer? {
        let error = FeedDefect.empty.error(of: supplier.name, at: api.address)
        if request.origin == .newest {
            if memory.hasItems { throw error }
            return nil
        }
        guard request.claimed.timeframes.contains(where: { $0.end == request.edge }) else { return nil }
        if memory.unprovenEnd.accept(below: request.edge, at: request.now) {
            return supplier.answer([], end: .retentionLimit)
        }
        var failed = supplier.answer([], next: Token(String(request.edge.seconds)), end: .more)
        failed.interruption = error
        return failed
    }

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
            let page = try await api.hits(
                of: supplier.list, since: since, before: before, count: isSecond ? HackerNewsAPI.maximumHits : limit,
                now: request.now)
            pages.append(page)
            if page.isComplete || isSecond { return (pages, before) }
            // The range that would have half as many hits as fit, if they were spread evenly.
            let share = Int64(limit / 2) * (before - since) / Int64(max(page.hitCount ?? limit, limit))
            before = since + max(1, min(share, (before - since) / 2))
        }
    }

    // MARK: Answers

    /// Returns an answer with everything that is below `start`.
    private func lastPage(_ pages: [HackerNewsPage], from start: Timestamp) -> FetchAnswer {
        supplier.answer(pages, claims: claims(from: start, downTo: .beginningOfTime), end: .trueEnd)
    }

    /// Returns an answer that claims the time down to a second, in seconds since 1970, and continues there.
    private func answer(_ pages: [HackerNewsPage], from start: Timestamp, downTo second: Int64) -> FetchAnswer {
        supplier.answer(
            pages, claims: claims(from: start, downTo: Timestamp(seconds: second)), next: Token(String(second)),
            end: .more)
    }

    private func claims(from start: Timestamp, downTo end: Timestamp) -> [Claim] {
        [Claim](from: start, downTo: end, .heuristic(lateness: HackerNewsSupplier.lateness))
    }
}
