public import EngineConcepts
import Networking
import WebText

/// The supplier of a timeline of the Mastodon API: Mastodon, GoToSocial, Pleroma, Akkoma and others.
///
/// Servers sort posts by identifier, and nearly all identifiers carry a time, which is the time of a ticket's place. So a
/// range of time is a range of identifiers: any gap can be filled from either end, and a deleted post at its edge does no
/// harm. A page claims the seconds above the identifier at which it ends, since identifiers of one second may be on both
/// sides.
///
/// A short or empty page proves nothing: servers leave out what an account may not see after they have cut the page.
///
/// Trends are a ranking: their posts are placed by the time at which they are first seen there.
public struct MastodonSupplier: Supplier {
    public let id: SupplierID
    public let name: String
    public let presenter: any Presenter = PostPresenter()
    let timeline: MastodonTimeline
    let server: MastodonServer
    let items: MastodonItems
    private let polling: FeedPolling
    /// The server's description of the list or the person.
    let resolved: ResolvedID

    /// The number of items on a page, which is the largest that servers allow.
    static let pageSize = 40

    init(
        id: SupplierID, name: String, timeline: MastodonTimeline, place: String, server: MastodonServer, host: String,
        polling: FeedPolling
    ) {
        self.id = id
        self.name = name
        self.timeline = timeline
        self.server = server
        self.polling = polling
        items = MastodonItems(
            host: host, place: place, filterContext: server.account == nil ? nil : timeline.filterContext)
        resolved = ResolvedID()
    }

    private var actions: MastodonPostActions {
        MastodonPostActions(timeline: timeline, server: server, name: name, items: items)
    }

    /// The kind `mastodon`.
    public var kind: SupplierKind { .mastodon }

    /// A stream that can be read from any place in both directions; favourites and bookmarks only downwards.
    public var traits: SupplierTraits {
        let format = server.session.format.flatMap(MastodonIDFormat.init)
        let actions = server.account == nil ? [:] : actions.repetitions
        guard timeline != .trends else {
            return SupplierTraits(
                shape: .window, order: .arrival, pagesOlder: false, maximumPage: Self.pageSize, actions: actions)
        }
        return SupplierTraits(
            shape: .log, order: format == .ulid ? .publication : .arrival, pagesOlder: true,
            pagesNewer: timeline.pagesNewer,
            readsTimeRanges: timeline.pagesNewer && !timeline.hasNotifications, maximumPage: Self.pageSize,
            lateness: timeline.isPagedByItem ? timeline.lateness(of: format) : .zero,
            actions: actions,
            streams: server.account != nil && timeline.hasChannel && !isSilent(format)
                && !server.session.refusesStreams)
    }

    /// Returns true if the server accepts connections to the channel of the timeline and sends nothing over them, as
    /// GoToSocial does with hashtags.
    private func isSilent(_ format: MastodonIDFormat?) -> Bool {
        if case .tag = timeline { format == .ulid } else { false }
    }

    /// The account's acting side, which all suppliers of the account share.
    public var account: (any AccountActor)? { MastodonActor(server) }

    /// Fails if the server has refused the account in this fill.
    public func poolSetup() async throws(SupplierError) {
        try server.session.begin()
    }

    public func poolCleanup() async {
        server.session.end()
    }

    /// Forgets what the sources of the account share, so that the next request asks the server.
    public func clearCurrentData() async {
        server.session.clear()
        resolved.forget()
    }

    /// Returns a page of items.
    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        recall(request.memory)
        if case .thread(let id) = timeline { return try await thread(of: id, request) }
        if case .user(let user) = timeline, !user.isPinned { try await readPins(request) }
        var answer: FetchAnswer
        if timeline == .trends {
            answer = try await trends(request)
        } else {
            answer = timeline.isPagedByItem ? try await page(request) : try await listPage(request)
        }
        answer.memory = MastodonSourceMemory(format: format, id: resolved.value).text
        if request.origin == .newest, answer.budget.retryAt == nil {
            answer.budget.routineAt = polling.budget(after: request.now).routineAt
        }
        return answer
    }

    /// Restores what earlier answers have stored.
    func recall(_ text: String?) {
        guard let memory = MastodonSourceMemory(text) else { return }
        if server.session.format == nil { server.session.format = memory.format?.rawValue }
        if resolved.value == nil { resolved.value = memory.id }
    }

    public func perform(_ request: ActionRequest, on ticket: Ticket) async -> ActionOutcome {
        await actions.perform(request, on: ticket)
    }

    // MARK: Requests

    var format: MastodonIDFormat? { server.session.format.flatMap(MastodonIDFormat.init) }

    typealias Page = MastodonServer.Reply<MastodonPage>

    /// Requests items of the timeline in the order of the server, newest first.
    func get(_ parameters: [MastodonParameter], _ request: FetchRequest) async throws(SupplierError) -> Page {
        let path = timeline.path(try await serverID(now: request.now))
        let query = timeline.parameters + parameters
        switch timeline {
        case .notifications: return try await notifications(query, now: request.now)
        case .groupedNotifications: return try await notificationGroups(path, query, now: request.now)
        default: break
        }
        let reply: MastodonServer.Reply<[MastodonStatus]>
        if case .search = timeline {
            reply = try await server.get(FoundPosts.self, path, query, now: request.now).map(\.posts)
        } else {
            reply = try await posts(path, query, now: request.now)
        }
        if let id = reply.value.first?.id { await server.session.note(format: MastodonIDFormat(of: id).rawValue) }
        // Some servers, such as GoToSocial, combine no hashtags.
        return reply.map { posts in
            MastodonPage(posts.map { ($0.id, timeline.includes($0) ? items.item($0, pinned: resolved.pins) : nil) })
        }
    }

    private func posts(
        _ path: String, _ query: [MastodonParameter], now: Timestamp
    ) async throws(SupplierError) -> MastodonServer.Reply<[MastodonStatus]> {
        do throws(SupplierError) {
            return try await server.get(LenientList<MastodonStatus>.self, path, query, now: now).map(\.elements)
        } catch {
            // GoToSocial knows no hashtag before its first post.
            guard case .tag = timeline, error.message.code == "notFound" else { throw error }
            return MastodonServer.Reply(value: [], status: 200, links: [:], budget: FetchBudget())
        }
    }

    /// Returns the server's identity of the list or the person, asking once.
    func serverID(now: Timestamp) async throws(SupplierError) -> String? {
        if let known = resolved.value { return known }
        let found: String?
        switch timeline {
        case .list(let name): found = try await server.list(named: name, now: now).id
        case .user(let user): found = try await server.person(user.handle, now: now).id
        case .home, .local, .federated, .tag, .favourites, .bookmarks, .notifications, .groupedNotifications, .trends,
            .search, .thread:
            found = nil
        }
        resolved.value = found
        return found
    }

    // MARK: Pages of a timeline

    private func page(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch request.direction {
        case .older: return try await older(request)
        case .newer:
            guard timeline.pagesNewer else {
                throw SupplierError(.unsupported, Message("readsDownOnly", ["source": .text(name)]))
            }
            return try await newer(request)
        }
    }

    /// Returns a page below the request's place.
    private func older(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        var parameters: [MastodonParameter] = [("limit", String(Self.pageSize))]
        let start: Timestamp
        switch request.origin {
        case .newest: start = request.now
        case .token(let token, let edge):
            start = edge
            parameters.append(("max_id", try Self.id(in: token, of: name)))
        case .anchor(let key, let edge):
            start = edge
            // The place of an identifier that carries a time is known without the post, which may be deleted.
            let below = MastodonIDFormat(of: key.id.item).lowest(at: edge) ?? key.id.item
            parameters.append(("max_id", timeline.hasNotifications ? Self.notification(at: key) : below))
        case .time:
            start = request.edge
            parameters.append(("max_id", try await known(format: request).lowest(at: start) ?? ""))
        }
        let page = try await get(parameters, request)
        if page.status == 206 {
            return answer(
                page, claims: [], end: .unknown, remark: Message("homeIsRebuilt", ["host": .text(server.host)]))
        }
        guard let last = bottom(of: page) else {
            guard page.value.ids.isEmpty else { return answer(page, claims: [], end: .unknown) }
            if case .search = timeline { return try await endOfSearch(below: start, parameters, after: page, request) }
            return try await end(below: start, parameters, after: page, request)
        }
        if case .search = timeline, !isSorted(page.value.ids) {
            // Some software sorts by relevance, which proves nothing.
            var answer = answer(page, claims: [], end: .unknown)
            answer.isUnordered = true
            return answer
        }
        let above = last.time.flooredToSecond.advanced(by: .seconds(1))
        return answer(page, claims: claims(from: start, downTo: above), next: Token(last.id), end: .more)
    }

    /// Returns the place at which a page ends: by the address of the next page, which knows of items that the server
    /// left out, or by the last item.
    private func bottom(of page: Page) -> (id: String, time: Timestamp)? {
        let last = page.value.ids.last
        let linked = page.links["next"].flatMap(Self.maximumID)
        if !timeline.hasNotifications, let linked, let time = MastodonIDFormat.time(of: linked) {
            let format = MastodonIDFormat(of: linked)
            if last.map({ !format.isNewer(linked, than: $0) }) ?? true { return (linked, time) }
        }
        guard let last, let time = page.value.times.last ?? nil else { return nil }
        return (last, time)
    }

    /// Returns the answer to an empty page without a next one. It is the end only if the server, asked from the oldest
    /// item upwards, has nothing below either.
    private func end(
        below start: Timestamp, _ parameters: [MastodonParameter], after empty: Page, _ request: FetchRequest
    ) async throws(SupplierError) -> FetchAnswer {
        let lowest = format == .ulid ? String(repeating: "0", count: 26) : "0"
        let oldest = try await get(parameters + [("min_id", lowest)], request)
        guard oldest.status != 206 else { return answer(oldest, claims: [], end: .unknown) }
        guard oldest.value.ids.isEmpty else {
            // These are all the items that are left, unless the page is full.
            let isAll = oldest.value.ids.count < Self.pageSize / 2
            return answer(
                oldest, claims: isAll ? claims(from: start, downTo: .beginningOfTime) : [],
                end: isAll ? lastEnd : .unknown)
        }
        return answer(empty, claims: claims(from: start, downTo: .beginningOfTime), end: lastEnd)
    }

    /// Returns the answer to an empty page of a search. Servers leave out what may not be seen after they have cut the
    /// page, so it is the end only if the next page is empty too.
    private func endOfSearch(
        below start: Timestamp, _ parameters: [MastodonParameter], after empty: Page, _ request: FetchRequest
    ) async throws(SupplierError) -> FetchAnswer {
        let next = try await get(parameters + [("offset", String(Self.pageSize))], request)
        guard next.value.ids.isEmpty else { return answer(next, claims: [], end: .unknown) }
        return answer(empty, claims: claims(from: start, downTo: .beginningOfTime), end: .trueEnd)
    }

    private func isSorted(_ ids: [String]) -> Bool {
        zip(ids, ids.dropFirst()).allSatisfy { MastodonIDFormat(of: $0).isNewer($0, than: $1) }
    }

    /// The end of a timeline. Servers keep only the newest items of home feeds and lists.
    private var lastEnd: FetchEnd {
        switch timeline {
        case .home, .list: .retentionLimit
        default: .trueEnd
        }
    }

    /// Returns a page above the request's place, the items next to it first.
    private func newer(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let place: String
        switch request.origin {
        case .newest: throw SupplierError(.unsupported, Message("readsDownOnly", ["source": .text(name)]))
        case .token(let token, _): place = try Self.id(in: token, of: name)
        case .anchor(let key, let edge):
            place =
                timeline.hasNotifications
                ? key.id.item : MastodonIDFormat(of: key.id.item).highest(before: edge) ?? key.id.item
        case .time: place = try await known(format: request).highest(before: request.edge) ?? ""
        }
        let page = try await get([("limit", String(Self.pageSize)), ("min_id", place)], request)
        if page.status == 206 {
            return answer(
                page, claims: [], end: .unknown, remark: Message("homeIsRebuilt", ["host": .text(server.host)]))
        }
        guard let first = page.value.ids.first, let time = page.value.times.first ?? nil else {
            // An empty page is the top only if the server, asked from the top downwards, has nothing above either.
            let top = try await get([("limit", "1"), ("since_id", place)], request)
            guard top.value.ids.isEmpty, top.status != 206 else { return answer(top, claims: [], end: .unknown) }
            return answer(page, claims: claims(from: request.now, downTo: request.edge), end: .unknown)
        }
        guard try await isNext(page, above: place, request) else {
            // The engine reads from above instead.
            return FetchAnswer(items: [], claims: [], end: .unknown, budget: page.budget, sourceName: name)
        }
        let reached = min(time.flooredToSecond, request.now.flooredToSecond)
        var answer = answer(
            page, claims: claims(from: reached, downTo: request.edge), next: Token(first), end: .more)
        if let bound = request.bound, reached >= bound { answer.end = .reachedBound }
        return answer
    }

    /// Returns true if no post is missing between a page and the place above which it was asked for. GoToSocial searches
    /// its memory only, which has the newest few hundred posts: above a place below those, its page begins with the oldest
    /// of them.
    private func isNext(
        _ page: Page, above place: String, _ request: FetchRequest
    ) async throws(SupplierError) -> Bool {
        guard format == .ulid, !timeline.hasNotifications, let lowest = page.value.ids.last else { return true }
        let below = try await get([("limit", "1"), ("max_id", lowest)], request)
        return below.value.ids.first.map { !MastodonIDFormat.ulid.isNewer($0, than: place) } ?? true
    }

    /// Returns the form of the server's identifiers, asking for an item if none has been seen yet.
    private func known(format request: FetchRequest) async throws(SupplierError) -> MastodonIDFormat {
        if format == nil { _ = try await get([("limit", "1")], request) }
        guard let format, format.hasTime else {
            throw SupplierError(.unsupported, Message("readsDownOnly", ["source": .text(name)]))
        }
        return format
    }

    static func id(in token: Token, of name: String) throws(SupplierError) -> String {
        guard !token.rawValue.isEmpty, !token.rawValue.contains(where: \.isWhitespace) else {
            throw SupplierError(.tokenExpired, Message("tokenUnknown", ["source": .text(name)]))
        }
        return token.rawValue
    }

    /// Returns the identifier in the address of the next page.
    private static func maximumID(in address: String) -> String? {
        PageAddress(address)?.parameter("max_id")
    }

    // MARK: Favourites, bookmarks and pins

    /// Returns a page of favourites, bookmarks or pinned posts: sorted by a time that the server does not tell. So
    /// pages prove nothing until the last, which proves everything.
    private func listPage(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard request.direction == .older else {
            throw SupplierError(.unsupported, Message("readsDownOnly", ["source": .text(name)]))
        }
        var parameters: [MastodonParameter] = [("limit", String(Self.pageSize))]
        var start = request.now
        switch request.origin {
        case .newest: break
        case .token(let token, let edge):
            start = edge
            parameters.append(("max_id", try Self.id(in: token, of: name)))
        case .anchor, .time:
            // The place in the list cannot be found again: read it from the top.
            start = request.edge
        }
        let page = try await get(parameters, request)
        var answer: FetchAnswer
        if let next = page.links["next"].flatMap(Self.maximumID) {
            answer = self.answer(page, claims: [], next: Token(next), end: .more)
        } else {
            answer = self.answer(page, claims: claims(from: start, downTo: .beginningOfTime), end: .trueEnd)
        }
        answer.isUnordered = true
        return answer
    }

    // MARK: Answers

    func claims(from start: Timestamp, downTo end: Timestamp) -> [Claim] {
        let lateness = timeline.lateness(of: format)
        return Timeframe(from: start, downTo: end).map { [Claim($0, .heuristic(lateness: lateness))] } ?? []
    }

    func answer(
        _ page: Page, claims: [Claim], next: Token? = nil, end: FetchEnd, remark: Message? = nil
    ) -> FetchAnswer {
        FetchAnswer(
            items: page.value.items, claims: claims, next: next, end: end, filtered: page.value.filtered,
            budget: page.budget, sourceName: name, remark: remark)
    }
}
