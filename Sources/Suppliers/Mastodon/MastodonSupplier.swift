import EngineConcepts

/// The supplier of a timeline of the Mastodon API: Mastodon, GoToSocial, Pleroma, Akkoma and others.
///
/// Servers sort posts by identifier, and nearly all identifiers carry a time, which is the time of a ticket's position. So a
/// range of time is a range of identifiers: any gap can be filled from either end, and a deleted post at its edge does no
/// harm. A page claims the seconds above the identifier at which it ends, since identifiers of one second may be on both
/// sides. If identifiers carry no time, it claims no more than what is newer than the posts below it.
///
/// A short or empty page proves nothing: servers leave out what an account may not see after they have cut the page. A
/// ``MastodonPager`` decides which pages a request needs and what they prove; a ``MastodonPageReader`` requests them.
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
    let cache = SharedValue(MastodonTimelineAnswers())

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
            return SupplierTraits(
                shape: .window, pagesOlder: false, maximumPageItems: MastodonPageReader.pageSize, actions: actions)
        }
        return SupplierTraits(
            shape: .log, pagesOlder: true, pagesNewer: timeline.pagesNewer,
            readsTimeRanges: timeline.pagesNewer && !timeline.hasNotifications && server.idFormat?.hasTime ?? false,
            maximumPageItems: MastodonPageReader.pageSize, lateness: timeline.isPagedByItem ? lateness : .zero,
            actions: actions, streams: isPushed)
    }

    var lateness: Duration { timeline.lateness(of: server.idFormat) }

    /// Forgets what the sources of the account share, so that the next request asks the server.
    func clearCurrentData() async {
        server.shared.clear()
        server.features.value = MastodonServerFeatures()
        cache.value = MastodonTimelineAnswers()
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard request.direction == .older || timeline.pagesNewer else { throw .readsDownOnly(name) }
        recall(MastodonSourceMemory(request.memory))
        if case .thread(let id) = timeline { return try await thread(of: id, request) }
        var pager = try MastodonPager(self, for: request)
        var answer = try await pager.page()
        var memory = pager.memory
        (memory.format, memory.id) = (server.idFormat, cache.id)
        memory.hasPosts = memory.hasPosts || !answer.items.isEmpty || !answer.filtered.isEmpty
        answer.memory = memory.text
        return polling.scheduled(answer, to: request)
    }

    /// Restores what earlier answers have stored.
    func recall(_ memory: MastodonSourceMemory) {
        server.shared.memory.assumeIDFormat(memory.format?.rawValue)
        if cache.id == nil { cache.id = memory.id }
    }

    /// Returns the server's identity of the list or the person, asking once.
    func serverID(now: Timestamp) async throws(SupplierError) -> String? {
        if let known = cache.id { return known }
        switch timeline {
        case .list(let name): cache.id = try await server.list(named: name, now: now).id
        case .user(let user): cache.id = try await server.person(user.handle, now: now).id
        default: return nil
        }
        return cache.id
    }
}

/// The server's answers to single questions about a timeline, for this process.
struct MastodonTimelineAnswers: Sendable {
    /// The server's identity of the list or the person, or `nil` before the first request.
    var id: String?
    /// The identities of the posts that the person has pinned, or `nil` before the first request.
    var pins: Set<String>?
    /// The items that the server had although a page did not list them.
    var present: Set<String> = []
}
