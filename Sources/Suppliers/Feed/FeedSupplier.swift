public import EngineConcepts
public import FeedParsing
public import Networking
import Synchronization

/// The supplier of a feed: a window on the newest items, requested conditionally, and the older pages of feeds that
/// have them.
public final class FeedSupplier: Supplier {
    public let id: SupplierID
    public let name: String
    public let presenter: any Presenter
    private let source: WebFeedSource
    private let polling: FeedPolling
    /// The publisher of the articles, or `nil` if the feed's title is not used.
    private let publisher: SharedValue<String>?
    private let state = Mutex(State())

    private struct State {
        /// The end of the last document, below which the feed has nothing: the second above its oldest item, down to
        /// which the document claims to be complete. `nil` if older pages follow.
        var end: Timestamp?
        var outcome = Outcome.none
        /// The older pages that were read recently.
        var visitedPages = VisitedPages()
    }

    /// The result of the last request for the newest items in this process.
    private enum Outcome {
        case none
        case answered(at: Timestamp)
        case failed
    }

    /// Creates the supplier of the feed at `address` on the web. `probeCache` may hold the response from when the feed
    /// was added.
    ///
    /// - Parameter isNamed: True if the user named the source. Otherwise articles get the feed's own title as
    ///   publisher, once it is known.
    public init(
        id: SupplierID, name: String, isNamed: Bool = true, address: String, transport: any Transport,
        polling: FeedPolling = FeedPolling(), maximumItems: Int = FeedParser.defaultMaximumItems,
        probeCache: ProbeCache? = nil
    ) {
        self.id = id
        self.name = name
        self.polling = polling
        source = WebFeedSource(
            address: address, transport: transport, maximumItems: maximumItems, probeCache: probeCache)
        let publisher = SharedValue(name)
        self.publisher = isNamed ? nil : publisher
        presenter = ArticlePresenter(publisher: publisher)
    }

    public var kind: SupplierKind { .feed }

    /// Only a document shows if older pages follow, so every feed claims to have them.
    public var traits: SupplierTraits {
        SupplierTraits(shape: .window, pagesOlder: true, maximumPageItems: 1000)
    }

    public var timeThreshold: Timestamp? {
        get async { state.withLock(\.end) }
    }

    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch (request.direction, request.origin) {
        case (.older, .newest):
            do {
                return try await fetchNewest(request)
            } catch {
                state.withLock { $0.outcome = .failed }
                throw error
            }
        case (.older, .token(let token, _)):
            guard let page = FeedPageLocation(token) else { throw .tokenUnknown(name) }
            return try await fetchOlder(request, from: page)
        case (.older, .anchor): return try await fetchOlder(request, from: nil)
        default: throw .readsDownOnly(name)
        }
    }

    public func clearCurrentData() async {
        state.withLock { $0 = State() }
    }

    /// Fetches the newest document. Concurrent, because parsing takes milliseconds and must not block an actor.
    @concurrent
    private func fetchNewest(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        var memory = FeedMemory(request.memory)
        let isElsewhere = memory.follow(source.address)
        if request.needsItems {
            memory.forgetDocument()
        } else if canSkipRequest(request, memory) {
            var answer = FetchAnswer(isUnchanged: true, budget: memory.budget)
            answer.wasAsked = false
            return answer
        }
        memory.forgetOldReadingAhead(at: request.now)
        var result = try await readNewest(memory, at: request.now)
        guard let document = result.document else {
            guard memory.hasDocument else {
                throw SupplierError(.malformed, Message("unexpectedNotModified", ["source": .text(name)]))
            }
            var answer = FetchAnswer(
                isUnchanged: true, budget: result.memory.budget,
                memory: result.memory == memory ? nil : result.memory.text, bytes: result.bytes)
            answer.sourceAddress = result.memory.address
            return answer
        }
        // The rest of a truncated document comes first: it is newer than any older page.
        result.memory.brokenSince = document.isTruncated ? memory.brokenSince ?? request.now.seconds : nil
        if document.isTruncated, document.items.isEmpty {
            throw PageDefect.truncatedAtStart.error(of: name, at: result.address)
        }
        if let title = document.title { publisher?.value = title }
        var newest = answer(of: document, result, memory, at: request.now)
        if isElsewhere, newest.sourceAddress == nil { newest.sourceAddress = "" }
        return newest
    }

    /// Reads the newest document, and determines when the next one is due.
    private func readNewest(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReadResult {
        var result = try await source.read(memory, at: now)
        let isUpToDate = result.isUpToDate
        state.withLock { $0.outcome = isUpToDate ? .answered(at: now) : .none }
        result.memory.pace = result.document.map(FeedPace.init) ?? memory.pace
        let isReadingUpwards = !isUpToDate && result.memory.pages != memory.pages
        let due =
            isReadingUpwards ? now : result.memory.pace?.due(after: now, freshFor: result.freshFor, polling, of: id)
        result.memory.due = due?.seconds
        return result
    }

    /// Returns the items of the newest document with what it proves.
    ///
    /// - Parameter memory: The memory before the request.
    private func answer(
        of document: FeedDocument, _ result: FeedReadResult, _ memory: FeedMemory, at now: Timestamp
    ) -> FetchAnswer {
        var known = result.memory
        known.rememberIfStays(lastOf: document.items)
        let page = FeedPage(document, at: nil, from: result.address, known, now: now)
        let window = page.window
        let next = document.isTruncated ? nil : page.next(known, at: now)
        // A feed that had items has hardly lost all of them: the site has a failure, and nothing shows what has appeared.
        let isEmptied = document.items.isEmpty && memory.lastItem != nil && !window.isComplete
        if isEmptied || window.mayLackNewest { known.forgetDocument() }
        // "Not modified" would mean that nothing is newer, whether the feed or this supplier says so.
        if window.mayLackNewest { known.due = nil }
        if !window.isAhead(of: now) { known.ahead = nil }
        let isLast = next == nil && !document.isTruncated && !isEmptied
        state.withLock { $0.end = isLast ? window.end(at: now) : nil }
        let lost = Self.lost(between: memory.total, and: document)
        known.remember(page, followedBy: next, lost: lost, at: now)
        let warnings = [document.warning(about: .sent(by: name)), result.isUpToDate ? nil : upwardsNotice]
        var answer = FetchAnswer(
            items: window.items,
            claims: result.isUpToDate
                ? window.claims(at: now, isFollowed: !isLast).compactMap { $0.above(result.newestOnNextPage) }
                : [window.claimBelowNewest].compactMap(\.self),
            next: next?.token,
            end: isLast && result.isUpToDate && !window.mayLackNewest ? .retentionLimit : .more,
            omissionsAreDeletions: window.showsDeletions, budget: known.budget, memory: known.text ?? "",
            sourceName: document.title, warning: .sentences(warnings.compactMap(\.self)), bytes: result.bytes)
        answer.isNextDoubtful = known.hasRefused(next)
        answer.isNextAhead = known.isGuess(next) || known.ahead != nil
        answer.memoryOfNothing = known.ofNothing.text
        answer.isFirstWithItems = memory.lastItem == nil && !document.items.isEmpty && !known.isGuess(next)
        answer.endsAnew = memory.lastItem.map { $0 != document.items.last?.digest } ?? false
        answer.setOrder(window.order)
        // An item that was left out may still have its former identity.
        answer.mayRenameItems = result.isUpToDate && !document.isTruncated && document.omittedItems == 0
        answer.sourceAddress = known.address
        answer.lost = lost
        if document.isTruncated { answer.interruption = PageDefect.truncated.error(of: name, at: result.address) }
        return answer
    }

    /// The message while the newest items have not been reached.
    private var upwardsNotice: Message {
        Message("readsUpwards", ["source": .text(name), "count": .number(WebFeedSource.maximumPagesUpwards)])
    }

    /// Returns how many items appeared since the feed had `previous` items but are not in its document, if the feed
    /// gives its total.
    private static func lost(between previous: Int64?, and document: FeedDocument) -> Int? {
        guard let previous, let total = document.totalItems else { return nil }
        // Both totals are whatever the feed says.
        let lost = total.subtracting(saturating: previous).subtracting(saturating: Int64(document.items.count))
        return lost > 0 ? Int(lost) : nil
    }

    /// Returns true if the request can be skipped: the feed is not due and no caller waits for it, or it has just
    /// answered. The due time outlasts this process. A feed that failed is requested again even if it is not due.
    private func canSkipRequest(_ request: FetchRequest, _ memory: FeedMemory) -> Bool {
        // Without a document, whose memory says when the next one is due, nothing shows that it is unchanged.
        guard request.memory != nil, let due = memory.due else { return false }
        switch state.withLock(\.outcome) {
        case .failed: return false
        case .answered(let answered):
            let pause = request.now.since(answered)
            if pause >= .zero, pause < polling.spacing { return true }
        case .none: break
        }
        return request.occasion != .manual && request.now.seconds < due
    }

    /// Reads older pages from `page` (`nil`: from the top) until one holds something older than the edge of the request.
    @concurrent
    private func fetchOlder(
        _ request: FetchRequest, from page: FeedPageLocation?
    ) async throws(SupplierError) -> FetchAnswer {
        var walk = FeedWalk(down: source, of: name, from: page, for: request) { page in
            self.state.withLock { $0.visitedPages.visit(page) }
        }
        return try await walk.run()
    }
}

extension Claim {
    /// Returns the part of the claim above an item at `time` that is not among those delivered, or `nil` if there is none.
    fileprivate func above(_ time: Timestamp?) -> Claim? {
        guard let end = time?.secondAbove, timeframe.end < end else { return self }
        return Timeframe(from: timeframe.start, downTo: end).map { Claim($0, kind) }
    }
}

extension FeedMemory {
    /// The limits of further requests: none before the feed is due.
    fileprivate var budget: FetchBudget { FetchBudget(freshUntil: due.map(Timestamp.init(seconds:))) }

    /// Stores what the feed's own document shows: its order, its total, its end and its last item.
    ///
    /// - Parameters:
    ///   - next: The first older page, or `nil` if there is none or it comes later.
    ///   - lost: The number of items that left the feed's window unread, or `nil` if it is unknown.
    fileprivate mutating func remember(
        _ page: FeedPage, followedBy next: FeedPageLocation?, lost: Int?, at now: Timestamp
    ) {
        remember(page.window.order, of: page.document.items, at: now)
        total = page.document.totalItems
        foot = isGuess(next) ? page.foot(after: numbering) : nil
        rememberEnd(of: page.document.items)
        self.lost = next == nil ? nil : lost.map(Int64.init)
    }
}
