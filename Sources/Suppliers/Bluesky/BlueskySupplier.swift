public import EngineConcepts
import Networking
import WebText

/// The supplier of a timeline of Bluesky.
///
/// Servers say where a list goes on with cursors that mean nothing to others, expire and sometimes vanish; pages can be
/// short, or empty in the middle. So a page claims only the seconds above its last entry, by the time by which the list
/// is sorted; later arrivals are found by reading again what is newer than the lateness. A page without a cursor counts as
/// the last one if the same request gives the same page. What is next to a known post can only be found by reading from
/// the top.
public struct BlueskySupplier: Supplier {
    public let id: SupplierID
    public let name: String
    public let presenter: any Presenter = PostPresenter()
    let timeline: BlueskyTimeline
    let place: String
    let server: BlueskyServer
    private let polling: FeedPolling
    /// The address of the list or the feed, once it is known.
    private let resolved = ResolvedID()

    /// The number of entries on a page, which is the largest that servers allow.
    static let pageSize = 100
    /// The number of pages that one request reads to reach its place.
    private static let maximumPages = 5

    init(
        id: SupplierID, name: String, timeline: BlueskyTimeline, place: String, server: BlueskyServer,
        polling: FeedPolling
    ) {
        self.id = id
        self.name = name
        self.timeline = timeline
        self.place = place
        self.server = server
        self.polling = polling
    }

    /// The kind `bluesky`.
    public var kind: SupplierKind { .bluesky }

    /// A stream that can be read downwards; a custom feed is a window on a ranking.
    public var traits: SupplierTraits {
        timeline.isRanked
            ? SupplierTraits(
                shape: .window, order: .arrival, pagesOlder: false, maximumPage: Self.pageSize,
                actions: server.account == nil ? [:] : actions)
            : SupplierTraits(
                shape: .log, order: .publication, pagesOlder: true, maximumPage: Self.pageSize,
                lateness: timeline.lateness, actions: server.account == nil ? [:] : actions)
    }

    /// The account's client, which all suppliers of the account share.
    public var account: (any AccountClient)? { BlueskyClient(server) }

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
        await server.authorisation.forget()
        resolved.value = nil
    }

    /// Returns a page of items.
    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        if resolved.value == nil { resolved.value = request.memory }
        guard request.direction == .older else {
            throw SupplierError(.unsupported, Message("readsDownOnly", ["source": .text(name)]))
        }
        var answer: FetchAnswer
        switch timeline {
        case .thread(let uri): answer = try await thread(of: uri, request)
        case .feed: answer = try await ranking(request)
        default: answer = try await pages(request)
        }
        answer.memory = resolved.value
        if request.origin == .newest, answer.budget.retryAt == nil {
            answer.budget.routineAt = polling.budget(after: request.now).routineAt
        }
        return answer
    }

    public func perform(_ request: ActionRequest, on ticket: Ticket) async -> ActionOutcome {
        await act(request, on: ticket)
    }

    /// Returns the converter of posts, which knows the rules of the account.
    func items(now: Timestamp) async throws(SupplierError) -> BlueskyItems {
        BlueskyItems(
            place: place, moderation: try await server.authorisation.rules(server, now: now),
            isChosen: timeline.isChosen, now: now)
    }

    // MARK: Pages

    /// The place at which a page begins: a cursor, or the time before which a search looks.
    private struct Place {
        var until: String?
        var cursor: String?

        var token: Token? { cursor.map { Token("\(until ?? "") \($0)") } }

        init(until: String? = nil, cursor: String? = nil) {
            self.until = until
            self.cursor = cursor
        }

        init?(_ token: Token) {
            let parts = token.rawValue.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty else { return nil }
            self.init(until: parts[0].isEmpty ? nil : String(parts[0]), cursor: String(parts[1]))
        }
    }

    /// Returns what is below the request's place, of one page or more: pages that end above the place, or are empty, are
    /// followed by the next ones.
    private func pages(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let start = request.origin == .newest ? request.now : request.edge
        var place = try firstPlace(of: request)
        let items = try await items(now: request.now)
        var answer = FetchAnswer(end: .unknown, sourceName: name)
        answer.isUnordered = timeline == .favourites
        for _ in 0..<Self.maximumPages {
            let page = try await page(at: place, items, now: request.now)
            answer.items += page.items
            answer.filtered += page.filtered
            answer.budget = page.budget
            guard let cursor = page.cursor else {
                let again = try await self.page(at: place, items, now: request.now)
                guard again.cursor == nil, again.ids == page.ids else {
                    // The cursor had vanished, or something appeared meanwhile.
                    guard let cursor = again.cursor, cursor != place.cursor else { return answer }
                    answer.items += again.items
                    place.cursor = cursor
                    continue
                }
                answer.end = lastEnd
                if answer.end != .depthLimit {
                    answer.claims = claims(from: start, downTo: .beginningOfTime)
                } else if let bottom = page.bottom {
                    answer.claims = claims(from: start, downTo: bottom)
                }
                return answer
            }
            // The same place again would never end.
            guard cursor != place.cursor else { return answer }
            place.cursor = cursor
            answer.next = place.token
            answer.end = .more
            if let bottom = page.bottom {
                answer.claims = claims(from: start, downTo: bottom)
                if !answer.claims.isEmpty { return answer }
            }
            // A list that is not sorted by the times of its posts claims nothing before its end.
            if answer.isUnordered, !page.ids.isEmpty { return answer }
        }
        return answer
    }

    /// Returns the place at which the first page of a request begins.
    private func firstPlace(of request: FetchRequest) throws(SupplierError) -> Place {
        switch request.origin {
        case .newest: return Place()
        case .token(let token, _):
            guard let place = Place(token) else {
                throw SupplierError(.tokenExpired, Message("tokenUnknown", ["source": .text(name)]))
            }
            return place
        case .anchor(_, let edge):
            switch timeline {
            case .search, .tag: return Place(until: ATDate.text(edge))
            default: return Place()
            }
        case .time: throw SupplierError(.unsupported, Message("readsDownOnly", ["source": .text(name)]))
        }
    }

    /// The end of a list. Servers keep only the newest entries of some, and a search does not go on without end.
    private var lastEnd: FetchEnd {
        switch timeline {
        case .home, .list, .notifications: .retentionLimit
        case .tag, .search: .depthLimit
        case .user, .favourites, .bookmarks, .feed, .thread: .trueEnd
        }
    }

    private func claims(from start: Timestamp, downTo end: Timestamp) -> [Claim] {
        Timeframe(from: start, downTo: end).map { [Claim($0, .heuristic(lateness: timeline.lateness))] } ?? []
    }

    // MARK: Requests

    /// The entries of one page in the order of the server.
    fileprivate struct Page {
        var items: [SourceItem] = []
        var filtered: [FilteredAtSource] = []
        /// The identities of all, hidden ones too.
        var ids: [String] = []
        /// The second above the last entry, or `nil` if the page tells no time.
        var bottom: Timestamp?
        var cursor: String?
        var budget = FetchBudget()

        /// Adds an entry.
        ///
        /// - Parameter time: The time by which the list is sorted, or `nil` if the entry is out of order.
        mutating func add(_ id: String, _ result: Result<SourceItem, BlueskyItems.Filtered>?, at time: Timestamp?) {
            ids.append(id)
            switch result {
            case .success(let item)?: items.append(item)
            case .failure(let hidden)?: filtered.append(hidden.filtered)
            case nil: break
            }
            if let time { bottom = time.flooredToSecond.advanced(by: .seconds(1)) }
        }

        /// Ends the page at a cursor. One that is a time is believed where it is newer than the last entry: entries that
        /// a server adds on its own can be older than their place.
        mutating func end(at cursor: String?) {
            self.cursor = cursor
            guard let time = cursor.flatMap(ATDate.parse), let known = bottom else { return }
            bottom = max(known, time.flooredToSecond.advanced(by: .seconds(1)))
        }
    }

    private func page(
        at place: Place, _ items: BlueskyItems, now: Timestamp
    ) async throws(SupplierError) -> Page {
        let (method, parameters) = try await request(now: now)
        let query =
            parameters + (place.cursor.map { [(name: "cursor", value: $0)] } ?? [])
            + (place.until.map { [(name: "until", value: $0)] } ?? [])
        let labelers = server.account == nil ? nil : items.moderation.sources
        var page = Page()
        switch timeline {
        case .bookmarks:
            let reply = try await server.query(
                BlueskyPage<BlueskyBookmark>.self, method, query, labelers: labelers, now: now)
            for bookmark in reply.value.elements { page.add(bookmark, items) }
            page.end(at: reply.value.cursor)
            page.budget = reply.budget
        case .notifications:
            let reply = try await server.query(
                BlueskyPage<BlueskyNotification>.self, method, query, labelers: labelers, now: now)
            let posts = try await posts(of: reply.value.elements, labelers: labelers, now: now)
            for news in reply.value.elements { page.add(news.uri, items.item(news, posts), at: news.indexedAt) }
            page.end(at: reply.value.cursor)
            page.budget = reply.budget
        case .tag, .search:
            let reply = try await server.query(
                BlueskyPage<BlueskyPost>.self, method, query, labelers: labelers, now: now)
            for post in reply.value.elements { page.add(post.uri, items.item(post), at: post.sortTime) }
            page.end(at: reply.value.cursor)
            page.budget = reply.budget
        case .home, .user, .list, .feed, .favourites, .thread:
            let reply = try await server.query(
                BlueskyPage<BlueskyFeedEntry>.self, method, query, labelers: labelers, now: now)
            for entry in reply.value.elements { page.add(entry, items, timeline) }
            page.end(at: reply.value.cursor)
            page.budget = reply.budget
        }
        return page
    }

    /// Returns the method that reads the timeline, with its parameters.
    private func request(now: Timestamp) async throws(SupplierError) -> (method: String, [BlueskyParameter]) {
        let size: BlueskyParameter = ("limit", String(Self.pageSize))
        switch timeline {
        case .home: return ("app.bsky.feed.getTimeline", [size])
        case .user(let user):
            let filter = user.hasReplies ? "posts_with_replies" : "posts_no_replies"
            return ("app.bsky.feed.getAuthorFeed", [("actor", user.person.text), ("filter", filter), size])
        case .list(let name):
            return ("app.bsky.feed.getListFeed", [("list", try await address(of: name, now: now)), size])
        case .feed(let name): return ("app.bsky.feed.getFeed", [("feed", try await address(of: name, now: now)), size])
        case .tag(let name): return ("app.bsky.feed.searchPosts", [("q", "#\(name)"), ("sort", "latest"), size])
        case .search(let words): return ("app.bsky.feed.searchPosts", [("q", words), ("sort", "latest"), size])
        case .favourites:
            return ("app.bsky.feed.getActorLikes", [("actor", try await server.ownDID(now: now)), size])
        case .bookmarks: return ("app.bsky.bookmark.getBookmarks", [size])
        case .notifications: return ("app.bsky.notification.listNotifications", [("limit", "50")])
        case .thread(let uri): return ("app.bsky.feed.getPostThread", [("uri", uri)])
        }
    }

    /// Returns the address of the list or the feed, asking once for that of a name.
    private func address(of name: String, now: Timestamp) async throws(SupplierError) -> String {
        if ATURI(name) != nil { return name }
        if let known = resolved.value { return known }
        let found: BlueskyNamed
        if case .feed = timeline {
            found = try await server.feed(named: name, now: now)
        } else {
            found = try await server.list(named: name, now: now)
        }
        resolved.value = found.uri
        return found.uri
    }

    /// Returns the posts that notifications name, by address.
    private func posts(
        of news: [BlueskyNotification], labelers: [String]?, now: Timestamp
    ) async throws(SupplierError) -> [String: BlueskyPost] {
        let named = news.compactMap { $0.isPost ? $0.uri : $0.subject }
            .filter { ATURI($0)?.collection == "app.bsky.feed.post" }
        var seen: Set<String> = []
        let posts = try await server.posts(
            named.filter { seen.insert($0).inserted }, labelers: labelers, now: now)
        return Dictionary(posts.map { ($0.uri, $0) }) { first, _ in first }
    }

    // MARK: Rankings

    /// Returns the first page of a custom feed. Posts are placed by the time at which they are first seen there, since a
    /// feed orders them as it likes.
    private func ranking(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else {
            throw SupplierError(.unsupported, Message("rankingHasNoPast", ["source": .text(name)]))
        }
        let page = try await page(at: Place(), try await items(now: request.now), now: request.now)
        var seen: Set<String> = []
        let items = page.items.filter { seen.insert($0.id).inserted }
            .enumerated()
            .map { index, item in
                var item = item
                item.shownTime = item.shownTime ?? item.orderTime
                item.orderTime = nil
                item.nativeOrder = Int64(index)
                return item
            }
        return FetchAnswer(
            items: items, end: .retentionLimit, filtered: page.filtered, budget: page.budget, sourceName: name)
    }
}

extension BlueskySupplier.Page {
    /// Adds an entry of a feed.
    fileprivate mutating func add(_ entry: BlueskyFeedEntry, _ items: BlueskyItems, _ timeline: BlueskyTimeline) {
        if case .user(let user) = timeline, !user.hasReposts, case .repost(_, _, let time) = entry.reason {
            return add(BlueskyItems.id(of: entry), nil, at: time)
        }
        let time: Timestamp?
        switch entry.reason {
        case .repost(_, _, let reposted): time = reposted ?? entry.post.sortTime
        // A pinned post is on top, whatever its time.
        case .pin: time = nil
        case nil: time = timeline == .favourites ? nil : entry.post.sortTime
        }
        add(BlueskyItems.id(of: entry), items.item(entry), at: time)
    }

    /// Adds a bookmark, placed by the time at which it was set.
    fileprivate mutating func add(_ bookmark: BlueskyBookmark, _ items: BlueskyItems) {
        guard let post = bookmark.post else { return add(bookmark.uri, nil, at: bookmark.createdAt) }
        let result = items.item(post)
            .map { item in
                var item = item
                item.shownTime = item.orderTime
                item.orderTime = bookmark.createdAt ?? item.orderTime
                return item
            }
        add(bookmark.uri, result, at: bookmark.createdAt)
    }
}
