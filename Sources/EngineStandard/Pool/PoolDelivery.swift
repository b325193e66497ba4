public import EngineConcepts

/// A page compared with the store: its new items, its changed items, and what it proves.
///
/// The cases of a page are in the table of `docs/decisions/0035-evidence-of-a-page.md`, in the order of the code.
///
/// A pure value. Creating it takes time in proportion to the page. It is created where the page was fetched, in
/// parallel with others.
public struct PoolDelivery: Sendable {
    public let supplier: SupplierID
    /// The capabilities of its source.
    public let traits: SupplierTraits
    public let request: FetchRequest
    /// The answer without its items, and without claims beyond the bounds of what the page proves.
    public let answer: FetchAnswer
    /// The answer as received. It is compared again if the page arrives too late for its fill.
    private(set) var wholeAnswer: FetchAnswer
    /// The number of items on the page, duplicates included.
    public let itemCount: Int
    /// The tickets not seen before, in the Track's order and without duplicates. The Pool decides which of them are
    /// late.
    public private(set) var fresh: [TrackCommit.Entry]
    /// Known tickets with new content, at their existing places.
    public private(set) var edited: [TrackCommit.Entry]
    /// The place at which the page connects to what was read before: the oldest place of a known item.
    ///
    /// Items below everything that the page claims, such as an article pinned to the top, are ignored. A known item
    /// without a date counts as read *before* the second that stands in for its date; if other items have dates, it
    /// is ignored, because its position among them is unknown.
    public private(set) var connectsAt: Timestamp?
    /// The newest stored place below the page. Set only if ``isDisconnected``.
    public var newestStoredBelow: Timestamp?
    /// True if the store holds a ticket in ``lastSecond``, where the page ends, or, for a page without dates, above it. Set
    /// only if ``isDisconnected``.
    public var hasStoredAtEnd = false
    /// True if the store holds a ticket in the second of the request or above it, beside the places of a page without dates.
    /// Set only if ``isDisconnected``.
    public var hasStoredAtRequest = false
    /// The places of known items that the source has deleted.
    public let deleted: [OrderKey]
    /// The places of known items within the page's claims that are not on the page, if the source signals deletion by
    /// omission.
    public let omitted: [OrderKey]
    /// True if any item has a date.
    public let hasDates: Bool
    /// The identities of the page's items.
    public private(set) var itemIDs: Set<String>
    /// The oldest time among the page's items, or `nil` for an empty page. The time of a known item is its place, or
    /// its date if that is later.
    public let oldest: Timestamp?
    /// The newest time among the page's items.
    public let newest: Timestamp?
    /// The number of the page's items that were known.
    private let knownCount: Int
    /// The oldest place among the page's items, regardless of changed dates.
    private let lowestPlace: Timestamp?
    /// True if all items are dated ahead: then their dates say nothing about what the page shows.
    let isDatedAhead: Bool
    /// True if the source had newer items before.
    let isOutdated: Bool
    /// The time down to which the page certainly reaches. Like ``oldest``, but ignores items without dates if others
    /// have dates.
    public let certainBottom: Timestamp?
    /// The older end, for pages of a window with dates.
    let end: PageEnd?
    /// The place of the last item of an older page without dates, if it was stored before what lies below the page's
    /// edge; nothing is missing between the two. Otherwise `nil`.
    private(set) var overlap: Timestamp?

    /// Compares a page with the store.
    ///
    /// - Parameters:
    ///   - known: The stored records of the page's items and of those that it reports as deleted.
    ///   - stored: The places of the stored tickets within the page's claims. Needed only for
    ///     ``FetchAnswer/omissionsAreDeletions``.
    public init(
        _ answer: FetchAnswer, to request: FetchRequest, of supplier: SupplierID, traits: SupplierTraits,
        known: [String: KnownItem], stored: [OrderKey] = []
    ) {
        self.init(answer, to: request, of: supplier, traits: traits, known: known, stored: stored, bounds: .init())
    }

    /// Compares a page with the store. The page proves nothing beyond `bounds`.
    init(
        _ received: FetchAnswer, to request: FetchRequest, of supplier: SupplierID, traits: SupplierTraits,
        known: [String: KnownItem], stored: [OrderKey], bounds: PageContinuity.Bounds
    ) {
        let answer = received.limited(to: bounds)
        let page = ComparedItems(
            of: answer, to: request, of: supplier, traits: traits, known: known,
            detached: bounds.jump?.itemsBelow ?? [])
        self.supplier = supplier
        self.traits = traits
        self.request = request
        wholeAnswer = received
        itemCount = answer.items.count
        fresh = page.fresh
        edited = page.edited
        hasDates = page.hasDates
        isDatedAhead = page.isDatedAhead
        isOutdated = bounds.top != nil
        itemIDs = page.itemIDs
        oldest = page.times?.lowerBound
        newest = page.times?.upperBound
        lowestPlace = page.lowestPlace
        knownCount = page.itemIDs.count - page.fresh.count
        deleted = Set(answer.deleted).compactMap { known[$0] }.filter { !$0.isRemoved }.map(\.key).sorted()
        let filtered = Set(answer.filtered.compactMap(\.item))
        omitted = stored.filter { !page.itemIDs.contains($0.id.item) && !filtered.contains($0.id.item) }
        end = traits.shape == .window && page.hasDates ? page.end : nil
        // On pages without dates that are followed by others, only the last item marks the end, because those above
        // it may have been moved.
        let isNewest = request.origin == .newest
        let isFollowed = answer.next != nil || answer.end == .more
        let isPaged = !page.hasDates && traits.shape == .window && (isFollowed || !isNewest)
        // A walk that ends with an item of a page above its edge found nothing below it.
        let endsAbove = !isNewest && page.lastKnown.map { $0 >= request.edge } ?? false
        let connection =
            isPaged && isNewest ? page.lastKnown?.beforeSecond : endsAbove ? nil : page.oldestKnownUndated
        connectsAt = page.hasDates ? page.oldestKnownDated : connection
        certainBottom = page.oldestDated ?? (isPaged && isNewest ? page.lastKnown ?? newest : oldest)
        // Items of pages above this one were placed right below the edge because they had no dates.
        let bound = request.edge.advanced(by: .milliseconds(-1))
        overlap = isPaged && !isNewest ? page.lastKnown.flatMap { $0 < bound ? $0 : nil } : nil
        var rest = answer
        rest.items = []
        self.answer = rest
    }

    /// The same page without items, keeping what it proves.
    var withoutItems: PoolDelivery {
        var page = self
        page.fresh = []
        page.edited = []
        page.itemIDs = []
        page.wholeAnswer = page.answer
        return page
    }

    /// True if the source asks for a pause before the next request.
    public var requestsBackoff: Bool {
        answer.budget.retryAt.map { request.now < $0 } ?? false
    }

    /// Returns true if `time` is beyond the page's first item in reading direction, so that it cannot have been on
    /// the previous page.
    func spans(_ time: Timestamp) -> Bool {
        switch request.direction {
        case .older: newest.map { time < $0 } ?? false
        case .newer: oldest.map { time > $0 } ?? false
        }
    }

    /// Returns the identities to look up before the page can be compared.
    public static func itemIDs(in answer: FetchAnswer) -> [String] {
        answer.items.map(\.id) + answer.items.flatMap(\.formerIDs) + answer.items.flatMap(\.sharedIDs)
            + answer.deleted
    }

    // MARK: The connection to earlier readings

    /// True if the page belongs to a window and nothing connects it to what was read before, because its last item is
    /// new. If the source cannot page, any known item connects them. Such a page needs ``newestStoredBelow``.
    public var isDisconnected: Bool {
        guard traits.shape == .window, oldest != nil else { return false }
        return switch (request.origin, answer.next) {
        case (.newest, nil): connectsAt == nil
        case (.newest, _) where !hasDates: connectsAt == nil
        default: end?.isDisconnected ?? false
        }
    }

    /// The second in which stored tickets decide if ``checkPinned(_:)`` keeps the connection, or `nil` if it is kept:
    /// the only known item of a page without older pages may be pinned if all items have the same time.
    public var pinnedRange: Timeframe? {
        guard traits.shape == .window, request.origin == .newest, answer.next == nil, connectsAt != nil,
            end?.mayBePinned ?? false
        else { return nil }
        return lastSecond
    }

    /// The number of tickets that ``checkPinned(_:)`` needs at most.
    public var maximumPinnedTickets: Int { itemCount + 1 }

    /// Ignores the connection by a single item that ``pinnedRange`` puts in doubt, unless it ends the page and the page
    /// holds every ticket of that second. Then the second has only grown.
    ///
    /// - Parameter stored: The newest tickets in ``pinnedRange``, at most ``maximumPinnedTickets``.
    public mutating func checkPinned(_ stored: [OrderKey]) {
        let hasGrown = (end?.endsWithKnown ?? false) && stored.allSatisfy { itemIDs.contains($0.id.item) }
        if !hasGrown { connectsAt = nil }
    }

    /// Connects an unordered page to what was read before if it holds the newest stored ticket and another known one:
    /// everything newer is then on the page. A single ticket proves nothing, because it may be on every page.
    public mutating func connect(toNewestStored key: OrderKey) {
        guard isDisconnected, answer.isUnordered, answer.next == nil, request.origin == .newest, knownCount > 1 else {
            return
        }
        let second = key.time.flooredToSecond
        let isHeld = wholeAnswer.items.contains { item in
            item.orderTime?.flooredToSecond == second
                && (item.id == key.id.item || item.formerIDs.contains(key.id.item)
                    || item.sharedIDs.contains(key.id.item))
        }
        if isHeld { connectsAt = key.time }
    }

    /// The range in which stored tickets decide if ``checkOverlap(_:)`` keeps the overlap, or `nil` if there is none.
    public var overlapRange: Timeframe? {
        // Tickets in the second below the edge may be on a page above.
        let top = request.edge.advanced(by: .seconds(-1))
        return overlap.flatMap { Timeframe(from: top, downTo: $0.advanced(by: .milliseconds(1))) }
    }

    /// The number of tickets that ``checkOverlap(_:)`` needs at most.
    public var maximumOverlapTickets: Int { itemCount + maximumSkippedTickets + 1 }

    /// The maximum number of tickets between the edge and the overlap that the page may lack. The source may have
    /// deleted, moved or pinned some.
    private var maximumSkippedTickets: Int { max(1, itemCount / 2) }

    /// Ignores the overlap if the page lacks too many of the tickets above it. Its last item is then not the place where
    /// the readings meet: it was stored when pages had moved down, and so too low.
    ///
    /// - Parameter stored: The newest tickets in ``overlapRange``, at most ``maximumOverlapTickets``.
    public mutating func checkOverlap(_ stored: [OrderKey]) {
        if stored.count(where: { !itemIDs.contains($0.id.item) }) > maximumSkippedTickets { overlap = nil }
    }

    /// Connects a page without dates to a page of the same fill that is not stored yet and holds one of its items.
    ///
    /// - Parameter place: The oldest place of a common item.
    mutating func connect(toUnstored place: Timestamp) {
        if !hasDates { connectsAt = place.beforeSecond }
    }

    // MARK: What the page contradicts

    /// The second in which the page ends: above it the page is complete, below it lies ``newestStoredBelow``. `nil` if the
    /// page shows nothing. A page without dates ends at the time of its request.
    public var lastSecond: Timeframe? {
        let above =
            hasDates
            ? end?.bottom ?? certainBottom?.secondAbove : certainBottom?.flooredToSecond
        return above.flatMap { Timeframe(from: $0, downTo: $0.advanced(by: .seconds(-1))) }
    }

    /// True for a non-empty page whose items all fall in the second of the request. An item dated ahead falls in the
    /// second in which it was first seen.
    var isWithinRequestSecond: Bool {
        traits.shape == .window && request.origin == .newest && (hasDates || isDatedAhead)
            && lowestPlace.map { $0 >= request.now.flooredToSecond } ?? false
    }

    /// True if the source has no stored ticket on the page or below it.
    var isBelowAllStored: Bool {
        isDisconnected && hasDates && knownCount == 0 && newestStoredBelow == nil && !hasStoredAtEnd && !isOutdated
    }

    /// The range that was complete but may lack items now, or `nil`. It exists if the source backdates items beyond
    /// the end of this page, or dates them by the day, so that its last second is incomplete.
    ///
    /// Items that a window without dates and older pages has lost belong above everything stored, so a single second stands
    /// for them.
    var contradictedRange: Timeframe? {
        guard isDisconnected, let lastSecond else { return nil }
        if !hasDates, !isDatedAhead, answer.next == nil {
            return newestStoredBelow != nil || hasStoredAtEnd ? lastSecond : nil
        }
        let isBelow = !(end?.hasKnown ?? false) || answer.next == nil
        let below = isBelow ? newestStoredBelow.map(Self.lowestMissing(above:)) : nil
        // Where nothing is stored, as after an empty document, more items can have appeared in the second of the last one.
        let isFirst = hasDates && newestStoredBelow == nil
        let bottom = [below, hasStoredAtEnd || isFirst ? lastSecond.end : nil].compactMap(\.self).min()
        return bottom.flatMap { Timeframe(from: lastSecond.start, downTo: $0) }
    }

    /// Returns the time down to which items may be missing above a ticket at `place`: the second above it. A time on
    /// a whole minute can stand for a minute, an hour or a day that was not over when it was read; then items may be
    /// missing in its second, too.
    private static func lowestMissing(above place: Timestamp) -> Timestamp {
        let second = place.flooredToSecond
        return second.seconds.isMultiple(of: 60) ? second : second.advanced(by: .seconds(1))
    }

    /// Returns the time down to which items may have appeared, and left the window, after a reading at `lastRead` that
    /// the page does not reach: the start of the day, hour or minute of that reading, but not below ``newestStoredBelow``.
    /// Returns `nil` if the page reaches it, or if the dates are more precise.
    ///
    /// Dates stand for days if the page's end is whole days above that ticket; so for hours and minutes.
    func startOfRunningUnit(of lastRead: Timestamp) -> Timestamp? {
        guard isDisconnected, hasDates, let bottom = lastSecond?.end, lastRead <= bottom,
            !(end?.hasKnown ?? false) || answer.next == nil
        else { return nil }
        let lowest = newestStoredBelow?.flooredToSecond
        guard let unit = DatePrecision(bottom, above: lowest) else { return nil }
        return [unit.start(of: lastRead), lowest].compactMap(\.self).max()
    }

    /// True for a newest page without dates that holds none of the tickets stored below it.
    var missesAllStored: Bool {
        request.origin == .newest && !hasDates && isDisconnected && (newestStoredBelow != nil || hasStoredAtEnd)
    }

    /// True for the newest page of a window that has older pages.
    var isNewestOfPaged: Bool {
        traits.shape == .window && request.origin == .newest && answer.next != nil && !answer.isUnchanged
    }
}

extension Ticket {
    /// Creates the ticket of `item` at its existing place, because an edit never moves a ticket.
    public init(_ item: SourceItem, keeping key: OrderKey) {
        self.init(
            key: key, shownTime: item.shownTime ?? item.orderTime ?? key.time, editTime: item.editTime,
            timeIsAssumed: item.orderTime == nil, body: item.body, source: item.source)
    }
}

extension [TrackCommit.Entry] {
    /// Sorts by place, newest first. Takes one pass if already sorted, as most pages are.
    mutating func sortInTrackOrder() {
        let isSorted = zip(indices, indices.dropFirst()).allSatisfy { self[$0].ticket.key < self[$1].ticket.key }
        guard !isSorted else { return }
        sort { $0.ticket.key < $1.ticket.key }
    }
}
