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
    let address: BlueskyAddress
    let server: BlueskyServer
    private let polling: FeedPolling
    /// The server's answers about the timeline itself.
    let cache = TimelineCache()

    /// The number of entries on a page, which is the largest that servers allow.
    static let pageSize = 100
    /// The number of pages that one request reads to reach its position.
    private static let maximumPages = 5

    init(
        id: SupplierID, name: String, address: BlueskyAddress, server: BlueskyServer, polling: FeedPolling
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.server = server
        self.polling = polling
    }

    var timeline: BlueskyTimeline { address.timeline }

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
        try server.shared.beginFill()
    }

    public func poolCleanup() async {
        server.shared.endFill()
    }

    /// Forgets what the sources of the account share, so that the next request asks the server.
    public func clearCurrentData() async {
        server.shared.clear()
        await server.authorisation.clear()
        await server.moderationCache.clear()
        cache.clear()
    }

    /// Returns a page of items.
    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        if cache.id == nil { cache.id = request.memory }
        guard request.direction == .older else {
            throw SupplierError(.unsupported, Message("readsDownOnly", ["source": .text(name)]))
        }
        var answer: FetchAnswer
        switch timeline {
        case .thread(let uri): answer = try await thread(of: uri, request)
        case .feed: answer = try await ranking(request)
        default: answer = try await pages(request)
        }
        answer.memory = cache.id
        if request.origin == .newest, answer.budget.retryAt == nil {
            answer.budget.routineAt = polling.budget(after: request.now).routineAt
        }
        return answer
    }

    public func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        await act(request, on: ticket)
    }

    /// Returns the converter of posts, which knows the rules of the account.
    func converter(now: Timestamp) async throws(SupplierError) -> BlueskyItemConverter {
        BlueskyItemConverter(
            account: address.account, moderation: try await server.moderation(now: now),
            isChosen: timeline.isChosen, now: now)
    }

    // MARK: Pages

    /// The position at which a page begins: a cursor, or the time before which a search looks.
    struct PagePosition {
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

    /// Returns what is below the request's position, of one page or more: pages that end above the position, or are empty, are
    /// followed by the next ones.
    private func pages(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let start = request.origin == .newest ? request.now : request.edge
        var position = try firstPosition(of: request)
        let converter = try await converter(now: request.now)
        var answer = FetchAnswer(end: .unknown, sourceName: name)
        answer.isUnordered = timeline == .favourites
        for _ in 0..<Self.maximumPages {
            let page = try await page(at: position, converter, now: request.now)
            answer.items += page.items
            answer.filtered += page.filtered
            answer.budget = page.budget
            guard let cursor = page.cursor else {
                let again = try await self.page(at: position, converter, now: request.now)
                answer.budget = again.budget
                guard again.cursor == nil, again.ids == page.ids else {
                    // The cursor had vanished, or something appeared meanwhile.
                    guard let cursor = again.cursor, cursor != position.cursor else { return answer }
                    answer.items += again.items
                    position.cursor = cursor
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
            // The same position again would never end.
            guard cursor != position.cursor else { return answer }
            position.cursor = cursor
            answer.next = position.token
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

    /// Returns the position at which the first page of a request begins.
    private func firstPosition(of request: FetchRequest) throws(SupplierError) -> PagePosition {
        switch request.origin {
        case .newest: return PagePosition()
        case .token(let token, _):
            guard let position = PagePosition(token) else {
                throw SupplierError(.tokenExpired, Message("tokenUnknown", ["source": .text(name)]))
            }
            return position
        case .anchor(_, let edge):
            switch timeline {
            case .search, .tag: return PagePosition(until: ATDate.text(edge))
            default: return PagePosition()
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

    // MARK: Rankings

    /// Returns the first page of a custom feed. Posts are placed by the time at which they are first seen there, since a
    /// feed orders them as it likes.
    private func ranking(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else {
            throw SupplierError(.unsupported, Message("rankingHasNoPast", ["source": .text(name)]))
        }
        let page = try await page(at: PagePosition(), try await converter(now: request.now), now: request.now)
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
