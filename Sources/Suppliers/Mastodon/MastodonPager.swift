import EngineConcepts
import WebText

/// Reads a page of a timeline for one request, downwards or upwards, and claims no more than the page proves.
struct MastodonPager {
    let supplier: MastodonSupplier
    let request: FetchRequest

    typealias Page = MastodonSupplier.Page

    /// The place at which a page ends.
    struct PageBottom {
        /// The identifier below which the next page begins.
        let id: String
        /// The time down to which the page is complete, without its second.
        let time: Timestamp
    }

    /// The number of items below a page that show how far it is in order.
    private static let comparedItems = 10

    var timeline: MastodonTimeline { supplier.timeline }
    private var name: String { supplier.name }

    /// Requests a page.
    func get(_ parameters: [QueryParameter]) async throws(SupplierError) -> Page {
        try await supplier.get(parameters, request)
    }

    func page() async throws(SupplierError) -> FetchAnswer {
        if timeline == .trends { return try await ranking() }
        guard timeline.isPagedByItem else { return try await listPage() }
        switch request.direction {
        case .older: return try await older()
        case .newer:
            guard timeline.pagesNewer else { throw .readsDownOnly(name) }
            return try await newer()
        }
    }

    /// Returns a page below the request's place.
    private func older() async throws(SupplierError) -> FetchAnswer {
        let id = try idAbovePage()
        let parameters: [QueryParameter] =
            [(name: "limit", value: String(MastodonSupplier.pageSize))]
            + (id.map { [(name: "max_id", value: $0)] } ?? [])
        if let answer = try await pageBelow(id, parameters) { return answer }
        if case .search = timeline { return try await endOfSearch(parameters) }
        return try await end(below: id, parameters)
    }

    /// Returns the page below an identifier, or `nil` if it is empty.
    func pageBelow(_ id: String?, _ parameters: [QueryParameter]) async throws(SupplierError) -> FetchAnswer? {
        let page = try await get(parameters)
        if page.isPartial { return answer(duringRebuild: page) }
        try checkPlace(of: page, below: id)
        guard let last = try await bottom(of: page) else { return page.value.isEmpty ? nil : supplier.answer(page) }
        if case .search = timeline, !isSorted(page.value.ids) {
            // Some software sorts by relevance, which proves nothing.
            var answer = supplier.answer(page)
            answer.isUnordered = true
            return answer
        }
        return answer(page, endingAt: last)
    }

    /// The identifier beside which the page of the request begins, or `nil` for the newest page and at a time. The page does
    /// not list it.
    var bound: String? {
        switch request.origin {
        case .newest, .time: nil
        case .token(let token, _): token.rawValue
        // The place of an identifier that carries a time is known without the post, which may be deleted.
        case .anchor(let key, let edge):
            switch request.direction {
            case .older where timeline.hasNotifications: MastodonSupplier.notification(at: key)
            case .newer where timeline.hasNotifications: key.id.item
            case .older: MastodonIDFormat(of: key.id.item).lowest(at: edge) ?? key.id.item
            case .newer: MastodonIDFormat(of: key.id.item).highest(before: edge) ?? key.id.item
            }
        }
    }

    /// Returns the identifier below which the page of a request begins, or `nil` for the newest page.
    private func idAbovePage() throws(SupplierError) -> String? {
        switch request.origin {
        case .newest: return nil
        case .token(let token, _): return try Self.id(in: token, of: name)
        case .anchor: return bound
        case .time: return try placeAtTime { $0.lowest(at: request.edge) }
        }
    }

    /// Refuses a page of which no item is below the identifier that it was asked for, as from a cache that ignores it.
    private func checkPlace(of page: Page, below maximumID: String?) throws(SupplierError) {
        guard let maximumID, let last = page.value.ids.last, !timeline.hasNotifications else { return }
        // Searches can be sorted by relevance.
        if case .search = timeline { return }
        let format = MastodonIDFormat(of: last)
        guard format.hasTime, MastodonIDFormat(of: maximumID) == format, !format.isNewer(maximumID, than: last) else {
            return
        }
        throw TimelineDefect.repeated.error(of: name)
    }

    /// Returns the answer to a page below the request's place that continues below `last`.
    private func answer(_ page: Page, endingAt last: PageBottom) -> FetchAnswer {
        supplier.answer(
            page, claims: supplier.claims(from: request.start, downTo: last.time.secondAbove), next: Token(last.id),
            end: .more)
    }

    /// Returns the answer to a page of a home feed that the server is making anew, which proves nothing.
    private func answer(duringRebuild page: Page) -> FetchAnswer {
        supplier.answer(page, warning: Message("homeIsRebuilt", ["host": .text(supplier.server.endpoint)]))
    }

    /// Returns the place at which a page ends: by the address of the next page, which knows of items that the server
    /// left out, or by the last item.
    private func bottom(of page: Page) async throws(SupplierError) -> PageBottom? {
        let last = page.value.places.last
        if !timeline.hasNotifications, let linked = page.nextID, let time = MastodonIDFormat.time(of: linked) {
            let format = MastodonIDFormat(of: linked)
            if last.map({ !format.isNewer(linked, than: $0.id) }) ?? true { return PageBottom(id: linked, time: time) }
        }
        guard let last, let time = last.time else { return nil }
        return PageBottom(id: last.id, time: try await newestTime(from: last.id, time))
    }

    /// Returns the newest time among the last item of a page and those that follow it. Servers whose identifiers carry no
    /// time sort by arrival: a post that arrived late can be much older than those below it.
    private func newestTime(from last: String, _ time: Timestamp) async throws(SupplierError) -> Timestamp {
        guard !timeline.hasNotifications, !MastodonIDFormat(of: last).hasTime else { return time }
        let following = try await get([("limit", String(Self.comparedItems)), ("max_id", last)])
        return following.value.places.compactMap(\.time).reduce(time, max)
    }

    /// Returns the answer to an empty page of a search. Servers leave out what may not be seen after they have cut the
    /// page, so it is the end only if the next page is empty too.
    private func endOfSearch(_ parameters: [QueryParameter]) async throws(SupplierError) -> FetchAnswer {
        let next = try await get(parameters + [("offset", String(MastodonSupplier.pageSize))])
        guard next.value.isEmpty else { return supplier.answer(next) }
        return supplier.answer(
            next, claims: supplier.claims(from: request.start, downTo: .beginningOfTime), end: .trueEnd)
    }

    private func isSorted(_ ids: [String]) -> Bool {
        zip(ids, ids.dropFirst()).allSatisfy { MastodonIDFormat(of: $0).isNewer($0, than: $1) }
    }

    /// Returns a page above the request's place, the items next to it first.
    private func newer() async throws(SupplierError) -> FetchAnswer {
        let id = try idBelowPage()
        let page = try await get([("limit", String(MastodonSupplier.pageSize)), ("min_id", id)])
        if page.isPartial { return answer(duringRebuild: page) }
        guard let first = page.value.places.first, let time = first.time else {
            // An empty page is the top only if the server, asked from the top downwards, has nothing above either.
            let top = try await get([("limit", "1"), ("since_id", id)])
            guard top.value.isEmpty, !top.isPartial else {
                return supplier.answer(top)
            }
            return supplier.answer(
                page, claims: supplier.claims(from: request.now, downTo: request.edge), end: .unknown)
        }
        guard try await isNext(page, above: id) else {
            // The engine reads from above instead.
            return FetchAnswer(end: .unknown, budget: page.budget, sourceName: name)
        }
        let reached = second(of: time)
        var answer = supplier.answer(
            page, claims: supplier.claims(from: reached, downTo: request.edge), next: Token(first.id), end: .more)
        if let bound = request.bound, reached >= bound { answer.end = .reachedBound }
        return answer
    }

    /// Returns the identifier above which the page of a request begins.
    private func idBelowPage() throws(SupplierError) -> String {
        switch request.origin {
        case .newest: throw .readsDownOnly(name)
        case .token(let token, _): return try Self.id(in: token, of: name)
        case .anchor(let key, _): return bound ?? key.id.item
        case .time: return try placeAtTime { $0.highest(before: request.edge) }
        }
    }

    /// Returns true if no post is missing between a page and the post above which it was asked for. GoToSocial searches
    /// its memory only, which has the newest few hundred posts: above a post below those, its page begins with the oldest
    /// of them.
    func isNext(_ page: Page, above minimumID: String) async throws(SupplierError) -> Bool {
        guard supplier.format == .ulid, !timeline.hasNotifications, let lowest = page.value.ids.last else {
            return true
        }
        let below = try await get([("limit", "1"), ("max_id", lowest)])
        return below.value.ids.first.map { !MastodonIDFormat.ulid.isNewer($0, than: minimumID) } ?? true
    }

    /// Returns the identifier at the request's time. Only servers whose identifiers are known to carry a time are asked at one
    /// (``SupplierTraits/readsTimeRanges``).
    private func placeAtTime(_ place: (MastodonIDFormat) -> String?) throws(SupplierError) -> String {
        guard let id = supplier.format.flatMap(place) else {
            throw SupplierError(.unsupported, Message("identifiersHaveNoTime", ["source": .text(name)]))
        }
        return id
    }

    private static func id(in token: Token, of name: String) throws(SupplierError) -> String {
        guard !token.rawValue.isEmpty, !token.rawValue.contains(where: \.isWhitespace) else {
            throw .tokenUnknown(name)
        }
        return token.rawValue
    }

    // MARK: Rankings

    /// Returns the posts that are popular now.
    private func ranking() async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
        let page = try await get([("limit", String(MastodonSupplier.pageSize))])
        var answer = supplier.answer(page, end: .retentionLimit)
        answer.items = answer.items.ranked
        return answer
    }

    // MARK: Favourites, bookmarks and pins

    /// Returns a page of favourites, bookmarks or pinned posts. They are sorted by a time that the server does not send, so
    /// pages prove nothing until the last, which proves everything. A full page that names no next one is not the last: then
    /// what is below it cannot be read.
    private func listPage() async throws(SupplierError) -> FetchAnswer {
        guard request.direction == .older else { throw .readsDownOnly(name) }
        var parameters: [QueryParameter] = [("limit", String(MastodonSupplier.pageSize))]
        // Otherwise the place in the list cannot be found again: it is read from the top.
        if case .token(let token, _) = request.origin {
            parameters.append(("max_id", try Self.id(in: token, of: name)))
        }
        let page = try await get(parameters)
        var answer: FetchAnswer
        if let next = page.nextID {
            answer = supplier.answer(page, next: Token(next), end: .more)
        } else if isFull(page), timeline == .favourites || timeline == .bookmarks {
            answer = supplier.answer(page, end: .depthLimit)
        } else {
            answer = supplier.answer(
                page, claims: supplier.claims(from: request.start, downTo: .beginningOfTime), end: .trueEnd)
        }
        answer.isUnordered = true
        return answer
    }

    /// Returns true if the server may have more than a page holds. Without links, a server may have cut it at twenty, as
    /// many do without `limit`.
    private func isFull(_ page: Page) -> Bool {
        page.value.count.received >= (page.hasLinks ? MastodonSupplier.pageSize : MastodonSupplier.pageSize / 2)
    }
}
