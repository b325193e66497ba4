import EngineConcepts
import Networking

/// The supplier of a timeline of Bluesky.
///
/// Servers say where a list goes on with cursors that mean nothing to others, expire and sometimes vanish; pages can be
/// short, or empty in the middle. So a page claims only the seconds above its last entry, by the time by which the list
/// is sorted; later arrivals are found by reading again what is newer than the lateness. A page without a cursor counts as
/// the last one if the same request gives the same page and nothing speaks against it. What is next to a known post can
/// only be found by reading from the top.
struct BlueskySupplier: SocialSupplier {
    typealias Address = BlueskyAddress
    typealias Client = BlueskyClient

    let id: SupplierID
    let name: String
    let address: BlueskyAddress
    let server: BlueskyServer
    let polling: FeedPolling
    /// The address of the list or feed that the timeline names by its name, or `nil` if it is not known yet.
    let listAddress = SharedValue<String?>(nil)

    var timeline: BlueskyTimeline { address.timeline }

    var lateness: Duration { timeline.lateness }

    var kind: SupplierKind { .bluesky }

    /// A stream that can be read downwards; a custom feed is a window on a ranking.
    var traits: SupplierTraits {
        let actions = server.account == nil ? [:] : Self.actionRepetitions
        return timeline.isRanking
            ? SupplierTraits(
                shape: .window, pagesOlder: false, maximumPageItems: BlueskyPageReader.maximumEntries, actions: actions)
            : SupplierTraits(
                shape: .log, pagesOlder: true, maximumPageItems: BlueskyPageReader.maximumEntries, lateness: lateness,
                actions: actions)
    }

    /// Forgets what the sources of the account share, so that the next request asks the server.
    func clearCurrentData() async {
        server.shared.clear()
        await server.sessionCache.clear()
        await server.moderationCache.clear()
        listAddress.value = nil
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        var memory = BlueskySourceMemory(request.memory)
        if listAddress.value == nil { listAddress.value = memory.listAddress }
        guard request.direction == .older else { throw .readsDownOnly(name) }
        var answer: FetchAnswer
        switch timeline {
        case .thread(let uri): answer = try await thread(of: uri, request)
        case .feed: answer = try await ranking(request)
        default:
            var pager = try BlueskyPager(self, for: request, memory)
            answer = try await pager.page()
            memory = pager.memory
        }
        memory.listAddress = listAddress.value
        answer.memory = memory.text
        return polling.scheduled(answer, to: request)
    }

    /// Returns the first page of a custom feed, which orders its posts as it likes.
    private func ranking(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
        let page = try await BlueskyPageReader(supplier: self, now: request.now).page(at: BlueskyPagePosition())
        return FetchAnswer(
            items: page.items.uniqued(by: \.id), end: .retentionLimit, filtered: page.filtered,
            budget: page.budget, sourceName: name
        )
        .ranked.reporting([page.count], of: name)
    }

    /// Returns the converter of posts, which knows the rules of the account.
    func converter(now: Timestamp) async throws(SupplierError) -> BlueskyItemConverter {
        BlueskyItemConverter(
            account: address.account, moderation: try await server.moderation(now: now),
            isChosen: timeline.isChosen, now: now)
    }
}
