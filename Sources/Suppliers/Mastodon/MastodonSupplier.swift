import EngineConcepts
import Networking
import WebText

/// The supplier of a timeline of the Mastodon API: Mastodon, GoToSocial, Pleroma, Akkoma and others.
///
/// Servers sort posts by identifier, and nearly all identifiers carry a time, which is the time of a ticket's position. So a
/// range of time is a range of identifiers: any gap can be filled from either end, and a deleted post at its edge does no
/// harm. A page claims the seconds above the identifier at which it ends, since identifiers of one second may be on both
/// sides. If identifiers carry no time, it claims no more than what is newer than the posts below it.
///
/// A short or empty page proves nothing: servers leave out what an account may not see after they have cut the page. The
/// claims of each page are in `docs/decisions/0046-mastodon-streams.md`.
///
/// Trends are a ranking: their posts are placed by the time at which they are first seen there.
struct MastodonSupplier: SocialSupplier {
    typealias Address = MastodonAddress
    typealias Client = MastodonClient

    let id: SupplierID
    let name: String
    let address: MastodonAddress
    let server: MastodonServer
    let polling: FeedPolling
    /// The server's answers about the timeline itself.
    let cache = SharedValue(TimelineAnswers())

    /// The number of items on a page, which is the largest that servers allow.
    static let pageSize = 40

    var timeline: MastodonTimeline { address.timeline }

    var converter: MastodonItemConverter { converter(in: timeline.filterContext) }

    /// Returns the converter of posts that are shown in this context of the account's filters, or `nil` if they do not apply.
    func converter(in filterContext: String?) -> MastodonItemConverter {
        MastodonItemConverter(
            host: server.handleHost, accountOrHost: address.account,
            filterContext: server.account == nil ? nil : filterContext)
    }

    var kind: SupplierKind { .mastodon }

    /// A stream that can be read from any position, by most timelines in both directions; trends are a window.
    var traits: SupplierTraits {
        let actions = server.account == nil ? [:] : actionRepetitions
        guard timeline != .trends else {
            return SupplierTraits(shape: .window, pagesOlder: false, maximumPageItems: Self.pageSize, actions: actions)
        }
        return SupplierTraits(
            shape: .log, pagesOlder: true, pagesNewer: timeline.pagesNewer,
            readsTimeRanges: timeline.pagesNewer && !timeline.hasNotifications && format?.hasTime ?? false,
            maximumPageItems: Self.pageSize, lateness: timeline.isPagedByItem ? lateness : .zero, actions: actions,
            streams: isPushed)
    }

    var lateness: Duration { timeline.lateness(of: format) }

    /// Forgets what the sources of the account share, so that the next request asks the server.
    func clearCurrentData() async {
        server.shared.clear()
        server.features.value = MastodonServerFeatures()
        cache.value = TimelineAnswers()
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        var memory = MastodonSourceMemory(request.memory)
        recall(memory)
        if case .thread(let id) = timeline { return try await thread(of: id, request) }
        if case .user(let user) = timeline, !user.isPinned { try await readPins(request) }
        var answer = try await MastodonPager(supplier: self, request: request).page()
        (memory.format, memory.id) = (format, cache.id)
        memory.hasPosts = memory.hasPosts || !answer.items.isEmpty || !answer.filtered.isEmpty
        answer.memory = memory.text
        return polling.scheduled(answer, to: request)
    }

    /// Restores what earlier answers have stored.
    func recall(_ memory: MastodonSourceMemory) {
        server.shared.memory.assumeIDFormat(memory.format?.rawValue)
        if cache.id == nil { cache.id = memory.id }
    }

    // MARK: Requests

    /// The form of the server's identifiers, or `nil` before the first.
    var format: MastodonIDFormat? { MastodonIDFormat(storedFor: server.shared) }

    typealias Page = MastodonServer.Reply<MastodonItemPage>

    /// Requests items of the timeline in the order of the server, newest first.
    func get(_ parameters: [QueryParameter], _ request: FetchRequest) async throws(SupplierError) -> Page {
        let path = timeline.path(try await serverID(now: request.now))
        let query = timeline.parameters + parameters
        switch timeline {
        case .notifications: return try await notifications(query, now: request.now)
        case .groupedNotifications: return try await notificationGroups(path, query, now: request.now)
        default: break
        }
        let reply: MastodonServer.Reply<LenientList<MastodonStatus>>
        if case .search = timeline {
            reply = try await server.reply(MastodonSearchResults.self, path, query, now: request.now).map(\.posts)
        } else {
            reply = try await posts(path, query, request)
        }
        if let id = reply.value.elements.first?.id {
            await server.shared.memory.setIDFormat(MastodonIDFormat(of: id).rawValue)
        }
        let converter = converter
        // Some servers, such as GoToSocial, combine no hashtags.
        return reply.map { posts in
            MastodonItemPage(
                posts.elements.map {
                    ($0.id, timeline.includes($0) ? converter.item(from: $0, pinned: cache.pins) : nil)
                }, unreadable: posts.count.unreadable)
        }
    }

    private func posts(
        _ path: String, _ query: [QueryParameter], _ request: FetchRequest
    ) async throws(SupplierError) -> MastodonServer.Reply<LenientList<MastodonStatus>> {
        do throws(SupplierError) {
            return try await server.reply(LenientList<MastodonStatus>.self, path, query, now: request.now)
        } catch {
            // GoToSocial knows no hashtag before its first post. A server without this API has nothing there either.
            guard case .tag(let tags) = timeline, error.reason == .notFound else { throw error }
            guard !MastodonSourceMemory(request.memory).hasPosts else {
                throw SupplierError(
                    error.code,
                    Message("hashtagNotFound", ["tag": .text("#\(tags.name)"), "host": .text(server.endpoint)]),
                    cause: error.cause, retryAt: error.retryAt)
            }
            if !server.features.isKnown {
                _ = try await server.readInstance(now: request.now)
                server.features.isKnown = true
            }
            return MastodonServer.Reply(value: LenientList([]), status: 200)
        }
    }

    /// Returns the server's identity of the list or the person, asking once.
    func serverID(now: Timestamp) async throws(SupplierError) -> String? {
        if let known = cache.id { return known }
        let found: String?
        switch timeline {
        case .list(let name): found = try await server.list(named: name, now: now).id
        case .user(let user): found = try await server.person(user.handle, now: now).id
        case .home, .local, .federated, .tag, .favourites, .bookmarks, .notifications, .groupedNotifications, .trends,
            .search, .thread:
            found = nil
        }
        cache.id = found
        return found
    }

    // MARK: Answers

    /// Returns the answer with the items of a page, which proves nothing without claims.
    func answer(
        _ page: Page, claims: [Claim] = [], next: Token? = nil, end: FetchEnd = .unknown, warning: Message? = nil
    ) -> FetchAnswer {
        FetchAnswer(
            items: page.value.items, claims: claims, next: next, end: end, filtered: page.value.filtered,
            budget: page.budget, sourceName: name, warning: warning
        )
        .reporting([page.value.count], of: name)
    }
}
