public import EngineConcepts

/// A page compared with the store: its new and changed items for the Pool, and its evidence for the supplier's state.
///
/// A pure value. Creating it takes time in proportion to the page. It is created where the page was fetched, in
/// parallel with others.
public struct PoolDelivery: Sendable {
    public let supplier: SupplierID
    /// The evidence of the page about the time that it covers.
    package var evidence: PageEvidence
    /// The page as received. It is compared again if it arrives too late for its fill.
    let received: FetchedPage
    /// The number of items on the page, duplicates included.
    public let itemCount: Int
    /// The tickets not seen before, in the Track's order and without duplicates. The Pool decides which of them are
    /// late.
    public let fresh: [TrackCommit.Entry]
    /// Known tickets with new content, at their existing places.
    public let edited: [TrackCommit.Entry]
    /// The places of known items that the source has deleted.
    public let deleted: [OrderKey]
    /// The places of known items within the page's claims that are not on the page, if the source signals deletion by
    /// omission.
    public let omitted: [OrderKey]
    /// The identities of the page's items.
    public let itemIDs: Set<String>
    /// The oldest and the newest time among the page's items, or `nil` for an empty page. The time of a known item is its
    /// place, or its date if that is later.
    private let times: ClosedRange<Timestamp>?
    /// The identities of the known items without dates with which the page begins, up to the first new item.
    private let undatedStart: [String]

    /// Compares a page with the store.
    ///
    /// - Parameters:
    ///   - known: The stored records of the page's items and of those that it reports as deleted.
    ///   - stored: The places of the stored tickets within the page's claims. Needed only for
    ///     ``FetchAnswer/omissionsAreDeletions``.
    package init(_ page: FetchedPage, known: [String: KnownItem], stored: [OrderKey] = []) {
        self.init(page, known: known, stored: stored, bounds: .init())
    }

    /// Compares a page with the store. The page proves nothing beyond `bounds`.
    init(
        _ received: FetchedPage, known: [String: KnownItem], stored: [OrderKey], bounds: PageBounds
    ) {
        let page = received.limited(to: bounds)
        let items = ComparedItems(of: page, known: known, detached: bounds.jump?.itemsBelow ?? [])
        supplier = received.supplier
        self.received = received
        itemCount = page.answer.items.count
        fresh = items.fresh
        edited = items.edited
        itemIDs = items.itemIDs
        times = items.times
        undatedStart = items.undatedStart
        deleted = Set(page.answer.deleted).compactMap { known[$0] }.filter { !$0.isRemoved }.map(\.key).sorted()
        let filtered = Set(page.answer.filtered.compactMap(\.item))
        omitted = stored.filter { !items.itemIDs.contains($0.id.item) && !filtered.contains($0.id.item) }
        evidence = PageEvidence(of: page, items, isOutdated: bounds.top != nil, bounds.outdatedPage)
    }

    public var request: FetchRequest { evidence.request }

    /// The answer without its items.
    public var answer: FetchAnswer { evidence.answer }

    /// The oldest time among the page's items, or `nil` for an empty page.
    public var oldest: Timestamp? { times?.lowerBound }

    /// True if the source asks for a pause before the next request.
    public var requestsBackoff: Bool {
        answer.budget.retryAt.map { request.now < $0 } ?? false
    }

    /// Returns true if `time` is beyond the page's first item in reading direction, so that it cannot have been on
    /// the previous page.
    func spans(_ time: Timestamp) -> Bool {
        guard let times else { return false }
        return switch request.direction {
        case .older: time < times.upperBound
        case .newer: time > times.lowerBound
        }
    }

    // MARK: Stored tickets that decide about the connection

    /// Connects an unordered page to what was read before if it holds the newest stored ticket and another known one:
    /// everything newer is then on the page. A single ticket proves nothing, because it may be on every page.
    package mutating func connect(toNewestStored key: OrderKey) {
        guard evidence.isDisconnected, answer.isUnordered, answer.next == nil, request.origin == .newest,
            evidence.knownCount > 1
        else { return }
        let second = key.time.flooredToSecond
        let isHeld = received.answer.items.contains { item in
            item.orderTime?.flooredToSecond == second
                && (item.id == key.id.item || item.formerIDs.contains(key.id.item)
                    || item.sharedIDs.contains(key.id.item))
        }
        if isHeld { evidence.connectsAt = key.time }
    }

    /// Connects a page with dates by the known items without dates at its end if it holds every ticket that was stored above
    /// them or later: then nothing has left it since. Items below others that have left may be at the end of every document.
    ///
    /// - Parameter stored: The newest stored tickets.
    mutating func connect(toUndatedEndBelow stored: [OrderKey]) {
        // If the clock was set back, an item that appears now can be below those of former times.
        guard let first = evidence.undatedEnd, first.time <= request.now else { return }
        // Within a reading and from one to the next, the order of the source is that of its documents, whatever the dates.
        let above = stored.filter { $0 < first || $0.nativeOrder < first.nativeOrder }
        guard above.allSatisfy({ itemIDs.contains($0.id.item) }) else { return }
        let place = first.time.beforeSecond
        evidence.connectsAt = min(evidence.connectsAt ?? place, place)
    }

    /// Connects a page without dates to whose end new items were added: it begins with known ones, and the last item that was
    /// new before is one of them. A single one can be pinned to the top.
    ///
    /// - Parameter stored: The stored tickets of the newest second in which there are any.
    mutating func connect(toAppendedTo stored: [OrderKey]) {
        guard evidence.mayBeAppended, undatedStart.count > 1, let newest = stored.first, newest.time <= request.now,
            let last = stored.last(where: { $0.time == newest.time }), undatedStart.contains(last.id.item)
        else { return }
        evidence.connect(at: last.time)
    }

    /// The number of tickets that ``checkOverlap(_:)`` needs at most.
    var maximumOverlapTickets: Int { itemCount + maximumSkippedTickets + 1 }

    /// The maximum number of tickets between the edge and the overlap that the page may lack. The source may have
    /// deleted, moved or pinned some.
    private var maximumSkippedTickets: Int { max(1, itemCount / 2) }

    /// Ignores the overlap if the page lacks too many of the tickets above it. Its last item is then not the place where
    /// the readings meet: it was stored when pages had moved down, and so too low.
    ///
    /// - Parameter stored: The newest tickets in ``PageEvidence/overlapRange``, at most ``maximumOverlapTickets``.
    package mutating func checkOverlap(_ stored: [OrderKey]) {
        if stored.count(where: { !itemIDs.contains($0.id.item) }) > maximumSkippedTickets { evidence.overlap = nil }
    }
}
