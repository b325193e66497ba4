import EngineConcepts
import WebText

/// The supplier of Hacker News.
///
/// Times are whole seconds, several stories may share one, and a query returns at most a thousand hits. Since a query
/// can be limited to a range of time, any gap can be filled from either end. Only a second with more than a thousand
/// items could not be read; it would remain a gap with an explanation.
struct HackerNewsSupplier: Supplier {
    let id: SupplierID
    let name: String
    let presenter: any Presenter = SubmissionPresenter()
    let list: HackerNewsList
    let api: HackerNewsAPI
    let polling: FeedPolling

    /// The first range of time, in seconds, when reading upwards without a bound.
    private static let firstRange: Int64 = 3600
    /// The longest delay of the search index behind the site.
    private static let lateness = Duration.seconds(300)

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
        if list.isRanking { return try await front(request) }
        var memory = ListMemory(request.memory)
        let answer: FetchAnswer
        switch request.direction {
        case .older: answer = try await older(request, &memory)
        case .newer: answer = try await newer(request)
        }
        return answer.remembering(memory, after: request)
    }

    private func front(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
        var answer = answer([try await api.frontPage(now: request.now)], end: .retentionLimit)
        answer.items = answer.items.ranked
        return answer
    }

    /// Returns a page below the request's position. A page may end inside a second, so its claim ends above that
    /// second. A page that lies within one second is requested again as that second.
    private func older(
        _ request: FetchRequest, _ memory: inout ListMemory
    ) async throws(SupplierError) -> FetchAnswer {
        let start = request.start
        let before = request.origin == .newest ? start.seconds + 1 : start.seconds
        let page = try await api.hits(of: list, before: before, count: request.maximumItems, now: request.now)
        if page.isComplete, page.count.isEmpty, let answer = try answerWithoutHits(request, &memory) { return answer }
        memory.unprovenEnd.forget(below: request.edge)
        if page.isComplete { return lastPage([page], from: start) }
        // Without a readable hit, nothing tells how far the page reaches.
        guard let last = page.hits.last else { return answer([page]) }
        let above = last.time.adding(saturating: 1)
        guard above >= before else { return answer([page], from: start, downTo: above) }
        if !page.isOfQuery, request.origin != .newest {
            // A cache has answered with hits of another query.
            throw FeedDefect.repeated.error(of: name, at: api.address)
        }
        let second = try await api.hits(
            of: list, since: before - 1, before: before, count: HackerNewsAPI.maximumHits, now: request.now)
        guard second.isComplete else { return answer([page, second]) }
        if page.isOfQuery, let count = page.hitCount, count <= second.count.received {
            return lastPage([page, second], from: start)
        }
        return answer([page, second], from: start, downTo: before - 1)
    }

    /// Returns the answer to a request whose query has no hits although there should be some, or `nil` if there may be none.
    ///
    /// The newest hits are there if an earlier answer had any. A page above ends at a hit that this one should have, too: that
    /// it has none is a failure for a day, and then the end.
    private func answerWithoutHits(
        _ request: FetchRequest, _ memory: inout ListMemory
    ) throws(SupplierError) -> FetchAnswer? {
        let error = FeedDefect.empty.error(of: name, at: api.address)
        if request.origin == .newest {
            if memory.hasItems { throw error }
            return nil
        }
        guard request.claimed.timeframes.contains(where: { $0.end == request.edge }) else { return nil }
        if memory.unprovenEnd.accept(below: request.edge, at: request.now) { return answer([], end: .retentionLimit) }
        var failed = answer([], next: Token(String(request.edge.seconds)), end: .more)
        failed.interruption = error
        return failed
    }

    /// Returns a page above the request's position.
    private func newer(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let since = request.edge.seconds
        let top = request.now.seconds + 1
        guard since < top else { return FetchAnswer(end: .unknown) }
        let bound = request.bound.map { max($0.ceiledToSecond.seconds, since + 1) } ?? since + Self.firstRange
        let (pages, before) = try await narrowed(since: since, before: min(top, bound), request)
        guard pages.last?.isComplete ?? false else { return answer(pages) }
        let reached = before == top ? request.now : Timestamp(seconds: before)
        let claims = claims(from: reached, downTo: request.edge)
        guard before < top else { return answer(pages, claims: claims) }
        let isAtBound = request.bound.map { reached >= $0 } ?? false
        return answer(pages, claims: claims, next: Token(String(before)), end: isAtBound ? .reachedBound : .more)
    }

    /// Reads upwards from `since`. The API returns the newest hits first, so the range of time is narrowed at its newer
    /// end until all its hits fit into one response, or it is a single second. Returns all responses, the last one that
    /// of the narrowest range, and the end of that range. Times are in seconds since 1970.
    private func narrowed(
        since: Int64, before: Int64, _ request: FetchRequest
    ) async throws(SupplierError) -> (pages: [HackerNewsPage], before: Int64) {
        let limit = max(20, min(request.maximumItems, HackerNewsAPI.maximumHits))
        var before = before
        var pages: [HackerNewsPage] = []
        while true {
            let isSecond = before == since + 1
            let page = try await api.hits(
                of: list, since: since, before: before, count: isSecond ? HackerNewsAPI.maximumHits : limit,
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
        answer(pages, claims: claims(from: start, downTo: .beginningOfTime), end: .trueEnd)
    }

    /// Returns an answer that claims the time down to a second, in seconds since 1970, and continues there.
    private func answer(_ pages: [HackerNewsPage], from start: Timestamp, downTo second: Int64) -> FetchAnswer {
        answer(
            pages, claims: claims(from: start, downTo: Timestamp(seconds: second)), next: Token(String(second)),
            end: .more)
    }

    /// Returns an answer with the items of the pages. Reports what could not be read of the last one, which has the hits of
    /// those before it.
    private func answer(
        _ pages: [HackerNewsPage], claims: [Claim] = [], next: Token? = nil, end: FetchEnd = .unknown
    ) -> FetchAnswer {
        FetchAnswer(
            items: pages.flatMap { $0.hits.map(\.item) }, claims: claims, next: next, end: end,
            sourceName: sourceName(pages)
        )
        .reporting(pages.suffix(1).map(\.count), of: name)
    }

    private func claims(from start: Timestamp, downTo end: Timestamp) -> [Claim] {
        [Claim](from: start, downTo: end, .heuristic(lateness: Self.lateness))
    }

    /// Returns the name of the list, for a thread the story's title.
    private func sourceName(_ pages: [HackerNewsPage]) -> String? {
        guard case .thread = list else { return list.name }
        return pages.lazy.flatMap(\.hits).compactMap(\.storyTitle).first
    }
}
