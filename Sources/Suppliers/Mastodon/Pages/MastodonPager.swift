import EngineConcepts

/// Reads pages of a timeline for one request, downwards or upwards, and claims no more than they prove. What each page claims
/// is in `docs/decisions/0046-mastodon-streams.md`.
struct MastodonPager {
    typealias Page = MastodonItemPage

    /// The number of items below a page that show how far it is in order.
    private static let comparedItems = 10

    let supplier: MastodonSupplier
    let request: FetchRequest
    /// The state of the source after the pages that were read.
    var memory: MastodonSourceMemory
    let reader: MastodonPageReader
    /// The identifier beside which the page of the request begins, or `nil` for the newest page. The page does not list it.
    let startID: String?

    var timeline: MastodonTimeline { supplier.timeline }

    /// Creates the pager of a request. Throws if pages cannot begin at its place.
    init(_ supplier: MastodonSupplier, for request: FetchRequest) throws(SupplierError) {
        self.supplier = supplier
        self.request = request
        memory = MastodonSourceMemory(request.memory)
        reader = MastodonPageReader(supplier: supplier, now: request.now, hadPosts: memory.hasPosts)
        startID = try Self.startID(of: supplier, request)
    }

    private static func startID(
        of supplier: MastodonSupplier, _ request: FetchRequest
    ) throws(SupplierError) -> String? {
        let timeline = supplier.timeline
        switch request.origin {
        case .newest: return nil
        case .token(let token, _):
            guard !token.rawValue.isEmpty, !token.rawValue.contains(where: \.isWhitespace) else {
                throw .tokenUnknown(supplier.name)
            }
            return token.rawValue
        // Only a token shows the place in a list that is not paged by its items: otherwise it is read from the top.
        case .anchor where !timeline.isPagedByItem, .time where !timeline.isPagedByItem: return nil
        case .anchor(let key, _) where timeline.hasNotifications:
            // Of a group the newest notification when it was first seen.
            return key.nativeOrder < 0 ? String(0 - key.nativeOrder) : key.id.item
        case .anchor(let key, let edge):
            // The place of an identifier that carries a time is known without the post, which may be deleted.
            return MastodonIDFormat(of: key.id.item).bound(at: edge, reading: request.direction) ?? key.id.item
        case .time:
            guard let id = supplier.server.idFormat?.bound(at: request.edge, reading: request.direction) else {
                throw SupplierError(.unsupported, Message("identifiersHaveNoTime", ["source": .text(supplier.name)]))
            }
            return id
        }
    }

    /// Returns the answer to the request.
    mutating func page() async throws(SupplierError) -> FetchAnswer {
        if case .user = timeline, timeline.isPagedByItem, request.origin == .newest || supplier.cache.pins == nil {
            try await reader.readPins()
        }
        switch (timeline, request.direction) {
        case (.trends, _): return try await ranking()
        case _ where !timeline.isPagedByItem: return try await markedPosts()
        case (.search, _): return try await foundPosts()
        case (_, .older): return try await older()
        case (_, .newer): return try await newer()
        }
    }

    // MARK: Answers

    /// Returns the answer with the items of a page, which proves nothing without claims.
    func answer(
        _ page: Page, claims: [Claim] = [], next: String? = nil, end: FetchEnd = .unknown
    ) -> FetchAnswer {
        FetchAnswer(
            items: page.items, claims: claims, next: next.map { Token($0) }, end: end, filtered: page.filtered,
            budget: page.head.budget, sourceName: supplier.name,
            warning: page.head.isPartial ? Message("homeIsRebuilt", ["host": .text(supplier.server.endpoint)]) : nil
        )
        .reporting([page.count], of: supplier.name)
    }

    /// Returns the answer to a page below the request's place that ends at `bottom`, where the next one begins. Identifiers of
    /// its second may be on both.
    func answer(_ page: Page, downTo bottom: Page.Place) -> FetchAnswer {
        answer(page, claims: claims(downTo: bottom.time.secondAbove), next: bottom.id, end: .more)
    }

    /// Returns the claims of pages that begin at the request's place and are complete down to `end`.
    func claims(downTo end: Timestamp) -> [Claim] {
        supplier.claims(from: request.start, downTo: end)
    }

    // MARK: Downwards

    private mutating func older() async throws(SupplierError) -> FetchAnswer {
        guard let answer = try await pageBelow() else { return try await end() }
        if answer.end == .more { memory.unprovenEnd.forget(below: request.edge) }
        return answer
    }

    /// Returns the page below the request's place, or `nil` if it is empty.
    func pageBelow() async throws(SupplierError) -> FetchAnswer? {
        let page = try await reader.page(below: startID)
        if page.head.isPartial { return answer(page) }
        try checkPlace(of: page)
        if let bottom = try await bottom(of: page) { return answer(page, downTo: bottom) }
        return page.isEmpty ? nil : answer(page)
    }

    /// Refuses a page of which no item is below the identifier that it was asked for, as from a cache that ignores it.
    private func checkPlace(of page: Page) throws(SupplierError) {
        guard page.ids.last.map(isBelowPlace) ?? true else { throw TimelineDefect.repeated.error(of: supplier.name) }
    }

    /// Returns true if an item is below the request's place, or if the two cannot be compared.
    func isBelowPlace(_ id: String) -> Bool {
        guard let startID, timeline.time(of: id) != nil else { return true }
        let format = MastodonIDFormat(of: id)
        return MastodonIDFormat(of: startID) != format || format.isNewer(startID, than: id)
    }

    /// Returns the place at which a page ends: by the address of the next page, which knows of items that the server
    /// left out, or by the last item. Returns `nil` if neither tells.
    func bottom(of page: Page) async throws(SupplierError) -> Page.Place? {
        if let next = page.head.nextID, let time = timeline.time(of: next),
            page.ids.last.map({ !MastodonIDFormat(of: next).isNewer(next, than: $0) }) ?? true
        {
            return Page.Place(id: next, time: time)
        }
        guard var bottom = page.bottom, timeline.isSortedByArrival(at: bottom.id) else { return page.bottom }
        // A post that arrived late can be much older than those below it.
        let following = try await reader.page(limit: Self.comparedItems, below: bottom.id)
        bottom.time = max(bottom.time, following.newestTime ?? bottom.time)
        return bottom
    }

    // MARK: Upwards

    /// Returns a page above the request's place, the items next to it first. It begins with the item at the place, if that is
    /// known, because this shows without another request that the page adjoins the place.
    private func newer() async throws(SupplierError) -> FetchAnswer {
        guard let startID else { throw .readsDownOnly(supplier.name) }
        let page = try await reader.page(above: knownID.flatMap(MastodonIDFormat.id(below:)) ?? startID)
        if page.head.isPartial { return answer(page) }
        guard let top = page.top, Self.isNewer(top.id, than: startID) else {
            // It is the top only if the server, asked from the top downwards, has nothing above either.
            let newest = try await reader.page([("since_id", startID)])
            guard !newest.head.isPartial, newest.count.unreadable == 0,
                !newest.ids.contains(where: { Self.isNewer($0, than: startID) })
            else { return answer(newest) }
            return answer(page, claims: supplier.claims(from: request.now, downTo: request.edge))
        }
        guard try await adjoins(page, startID) else {
            // The engine reads from above instead.
            return FetchAnswer(end: .unknown, budget: page.head.budget, sourceName: supplier.name)
        }
        let reached = second(of: top)
        let reachesBound = request.bound.map { reached >= $0 } ?? false
        return answer(
            page, claims: supplier.claims(from: reached, downTo: request.edge), next: top.id,
            end: reachesBound ? .reachedBound : .more)
    }

    /// The identifier of the item next to the request's place, above which everything up to the place was read, or `nil` if
    /// there is none.
    private var knownID: String? {
        switch request.origin {
        case .token: startID
        case .anchor where timeline.hasNotifications: startID
        case .anchor(let key, let edge):
            request.claimed.timeframes.contains { $0.start == edge && $0.contains(key.time) } ? key.id.item : nil
        case .newest, .time: nil
        }
    }

    /// Returns true if no post is missing between a page and `place`, above which it was asked for: the page, or the next one
    /// below it, has a post that is not above the place. Servers that ignore `min_id`, that read it as `since_id`, or that
    /// search their memory only, as GoToSocial does, begin further up.
    private func adjoins(_ page: Page, _ place: String) async throws(SupplierError) -> Bool {
        guard let lowest = page.ids.last else { return false }
        guard Self.isNewer(lowest, than: place) else { return true }
        let below = try await reader.page(limit: 1, below: lowest)
        return below.ids.first.map { !Self.isNewer($0, than: place) } ?? false
    }

    /// Returns true if an item is above another one, as the server compares them.
    static func isNewer(_ id: String, than other: String) -> Bool {
        MastodonIDFormat(of: other).isNewer(id, than: other)
    }

    /// Returns the start of the second of the first item of a page that was read upwards, up to which it is complete.
    func second(of top: Page.Place) -> Timestamp {
        min(top.time.flooredToSecond, request.now.flooredToSecond)
    }
}
