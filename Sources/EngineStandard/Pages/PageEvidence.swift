package import EngineConcepts

/// The evidence of a page about the time that it covers: how far it is complete, and where it meets earlier readings.
///
/// The cases of a page are in the table of `docs/decisions/0035-evidence-of-a-page.md`, in the order of the code.
package struct PageEvidence: Sendable {
    /// The capabilities of the source.
    package let traits: SupplierTraits
    package let request: FetchRequest
    /// The answer without its items, and without claims beyond the bounds of what the page proves.
    package let answer: FetchAnswer
    let dates: PageDates
    /// True for the newest page, and for an older one that continues what was read before as that does.
    let isOfTop: Bool
    /// True if the source had newer items before.
    let isOutdated: Bool
    /// The record of a newest page that looks out of date, or `nil` for any other page.
    let outdatedPage: OutdatedPage?
    /// The number of the page's items that were known.
    let knownCount: Int
    /// The number of the page's items.
    let itemCount: Int
    /// The oldest place of an item in order, regardless of changed dates.
    private let lowestPlace: Timestamp?
    /// The new items that a complete range lacks: those of an older page with dates that was cut short above what was
    /// missing, and those of a log. Otherwise empty.
    var unexpected: [OrderKey]
    /// The time of the newest item that was not known, or `nil` if there is none. Items without a date and those dated ahead,
    /// which are placed at the time of the request, do not count.
    private let newestFresh: Timestamp?
    /// The time of the item with which the last quarter of a log's page begins, or `nil` for other pages.
    let lastQuarter: Timestamp?
    /// The time down to which the page certainly reaches: that of its oldest item, without items of no date if others have
    /// dates.
    private(set) var certainBottom: Timestamp?
    /// The older end, for pages of a window with dates.
    let end: PageEnd?
    /// The place at which the page connects to what was read before: the oldest place of a known item. That of a window's
    /// newest page without dates and older pages follows from its end (``ComparedItems/connectedPlace``).
    ///
    /// Items below everything that the page claims, such as an article pinned to the top, are ignored. A known item
    /// without a date counts as read *before* the second that stands in for its date; if other items have dates, it
    /// is ignored, because its position among them is unknown.
    var connectsAt: Timestamp?
    /// The place of the first of the known items without dates with which a window's newest page with dates and without older
    /// pages ends, or `nil` for any other page, and for a single item that may be at the end of every page. Stored tickets
    /// decide if they connect it.
    let undatedEnd: OrderKey?
    /// The place of the last item of an older page without dates, if it was stored before what lies below the page's
    /// edge; nothing is missing between the two. Otherwise `nil`.
    var overlap: Timestamp?
    /// The stored tickets around the end. Set only if ``isDisconnected``.
    package var neighbours = StoredNeighbours()
    /// True if the page lacks the lowest ticket that is stored in its last second. Set only if ``mayCompleteLastSecond``.
    var lacksLowestStored = false

    /// Creates the evidence of a page.
    ///
    /// - Parameters:
    ///   - items: The items of the page, compared with the store.
    ///   - outdatedPage: The record of the page if it is the newest one and looks out of date.
    init(of page: FetchedPage, _ items: ComparedItems, isOutdated: Bool, _ outdatedPage: OutdatedPage?) {
        let (request, traits) = (page.request, page.traits)
        var answer = page.answer
        answer.items = []
        self.request = request
        self.traits = traits
        self.answer = answer
        isOfTop = page.isOfTop
        self.isOutdated = isOutdated
        self.outdatedPage = outdatedPage
        dates = items.dates
        itemCount = items.itemIDs.count
        knownCount = itemCount - items.fresh.count
        newestFresh = items.fresh.lazy.map(\.ticket.key.time).first { $0 < request.now }
        lowestPlace = items.lowestPlace
        let isWindow = traits.shape == .window
        let isCutShort =
            answer.interruption != nil && request.direction == .older && request.origin != .newest
            && answer.claims.isEmpty && !answer.beginsAtTop
        // A list that is not sorted by time can insert an old item anywhere, which proves no loss.
        let isOfLog = !isWindow && request.direction == .older && !answer.isUnordered
        let mayBeUnexpected = isOfLog || isCutShort && isWindow && items.dates == .dated
        unexpected = mayBeUnexpected ? items.fresh.map(\.ticket.key) : []
        let times = isOfLog ? page.answer.items.compactMap(\.orderTime).sorted(by: >) : []
        lastQuarter = times.isEmpty ? nil : times[times.count * 3 / 4]
        end = isWindow && items.dates == .dated ? items.end : nil
        let mayEndUndated =
            isWindow && items.dates == .dated && request.origin == .newest && answer.next == nil && !answer.isUnordered
        undatedEnd = mayEndUndated ? items.undatedEnd.flatMap { $0.count > 1 || answer.endsAnew ? $0.first : nil } : nil
        switch (items.dates, request.origin) {
        case (.dated, _):
            connectsAt = items.oldestKnownDated
            certainBottom = items.oldestDated ?? items.times?.lowerBound
        case (_, .newest) where isWindow && (answer.next != nil || answer.end == .more):
            // If older pages follow, only the last item shows how far this one reaches: the source may have moved those above
            // it up, such as for an edit.
            connectsAt = items.lastKnown?.beforeSecond
            certainBottom = items.lastKnown ?? items.times?.upperBound
        // In a ranking, new items can be anywhere: any known one connects it.
        case (_, .newest) where isWindow && !(items.dates == .undated && answer.isUnordered):
            let place = items.connectedPlace
            connectsAt = place?.beforeSecond
            // A new item shows nothing below its own place.
            certainBottom = [place, items.fresh.isEmpty ? nil : request.now].compactMap(\.self).min()
        case (_, .newest):
            connectsAt = items.oldestKnownUndated
            certainBottom = items.times?.lowerBound
        default:
            // If the last item was known from above the edge, the page shows nothing that was stored below the edge.
            let endsAbove = items.lastKnown.map { $0 >= request.edge } ?? false
            connectsAt = endsAbove ? nil : items.oldestKnownUndated
            certainBottom = items.times?.lowerBound
            // Items of pages above this one were placed right below the edge because they had no dates.
            let bound = request.edge.advanced(by: .milliseconds(-1))
            overlap = isWindow ? items.lastKnown.flatMap { $0 < bound ? $0 : nil } : nil
        }
    }

    /// True for a page that looks out of date, but has come for so long that the source has nothing newer.
    var isRepeated: Bool { isOutdated && outdatedPage?.isCurrent ?? false }

    /// True if the last newest page looked out of date, but counted as the current one: the source had nothing newer. A page
    /// that does not connect shows that this may have been wrong.
    var followsRepeated: Bool { request.outdatedPage?.isCurrent ?? false }

    /// True if the items have places only by the time of the request.
    var isPlacedByRequest: Bool { dates == .undated || dates == .ahead }

    /// True for a page of a window's newest items.
    private var isNewestOfWindow: Bool { traits.shape == .window && request.origin == .newest }

    /// True for the newest page of a window that has older pages.
    var isNewestOfPaged: Bool { isNewestOfWindow && answer.next != nil && !answer.isUnchanged }

    /// True for the newest page of a window that has older pages if none of its items lies within a whole second that it can
    /// claim: they have no dates, or are of the second of the request or the one before. Dates alone do not count if all items
    /// are known: some sources date all they list to the request, and nothing new is shown.
    ///
    /// Also true for the newest page of a log with new items. It claims nothing if, for example, its cursor leads nowhere.
    var deliversUnclaimed: Bool {
        if traits.shape == .log {
            return request.origin == .newest && dates == .dated && !answer.isUnordered && knownCount < itemCount
        }
        guard isNewestOfPaged else { return false }
        return switch dates {
        case .empty: false
        case .dated: knownCount < itemCount && certainBottom.map { $0.secondAbove >= request.edge } ?? false
        case .undated, .ahead: true
        }
    }

    /// The bound below which a log's page that is not the newest shows new items, or `nil` if it shows none. They can be above
    /// everything that is claimed, if newer ones have moved the page down or the source has answered with another one.
    ///
    /// At most the second of the request, since a refresh claims no more.
    var topOfFurtherItems: Timestamp? {
        guard traits.shape == .log, request.origin != .newest, !answer.isUnordered else { return nil }
        return newestFresh.map { min($0.secondAbove, request.now.flooredToSecond) }
    }

    /// True if the source has or keeps nothing below the page.
    var isEndOfSource: Bool {
        switch answer.end {
        case .trueEnd, .retentionLimit, .gone: true
        case .more, .reachedBound, .depthLimit, .unknown: false
        }
    }

    /// The second of the request if the newest page of a log ends within it, so that further items of it can follow. `nil` for
    /// any other page, and for one that ends with an item of an earlier reading in that second. Items of a window in that
    /// second are judged by ``isWithinRequestSecond``.
    var openSecond: SupplierRanges.OpenSecond? {
        guard traits.shape == .log, request.origin == .newest, !isEndOfSource, let certainBottom,
            certainBottom.flooredToSecond == request.edge, connectsAt != certainBottom
        else { return nil }
        return SupplierRanges.OpenSecond(end: request.edge.advanced(by: .seconds(1)), next: answer.next)
    }

    /// True if a page of a window shows that the source has older ones. One that is dated ahead and may claim something all the
    /// same shows no more than earlier readings.
    var namesOlderPage: Bool {
        traits.shape == .window && itemCount > 0 && answer.next != nil && !answer.isNextDoubtful
            && answer.interruption == nil && answer.end != .gone && !(dates == .ahead && answer.isNextAhead)
    }

    /// True for a page of a log that holds only known items, enough of them to show that it is as it was.
    var confirmsEarlierReading: Bool {
        traits.shape == .log && !answer.isUnordered && answer.unread == nil && knownCount == itemCount
            && itemCount >= max(1, min(10, request.maximumItems))
    }

    /// The number of items of a window's newest document, if the page ends only because that document names no older page.
    /// `nil` if older pages lead to the end.
    var documentCount: Int? {
        guard traits.shape == .window else { return nil }
        return request.origin == .newest ? itemCount : answer.documentCount
    }

    /// The error that cut an older page short, or `nil` if there is none. A newest page that is cut short has a warning.
    var olderPageError: SupplierError? { request.origin == .newest ? nil : answer.interruption }

    // MARK: The connection to earlier readings

    /// True if the page belongs to a window and nothing connects it to what was read before, because its last item is
    /// new. If the source cannot page, any known item connects them. Such a page needs ``neighbours``.
    package var isDisconnected: Bool {
        guard traits.shape == .window else { return false }
        return switch dates {
        case .empty: false
        case .dated where request.origin == .newest && answer.next == nil: connectsAt == nil
        case .dated: end?.isDisconnected ?? false
        case .undated, .ahead: request.origin == .newest && connectsAt == nil
        }
    }

    /// The second in which stored tickets decide if the connection is kept, or `nil` if it is kept in any case: the known items
    /// of a page without older pages may be pinned.
    var pinnedRange: Timeframe? {
        guard isNewestOfWindow, answer.next == nil, connectsAt != nil, end?.mayBePinned ?? false else { return nil }
        return lastSecond
    }

    /// True for the last older page of a window with dates if it ends with a known item, which can show that its last second is
    /// complete. Such a page needs ``lacksLowestStored``.
    var mayCompleteLastSecond: Bool {
        traits.shape == .window && request.direction == .older && request.origin != .newest && dates == .dated
            && isEndOfSource && connectsAt != nil && !isDisconnected
    }

    /// The range in which stored tickets decide if ``overlap`` is kept, or `nil` if there is none.
    package var overlapRange: Timeframe? {
        // Tickets in the second below the edge may be on a page above.
        let top = request.edge.advanced(by: .seconds(-1))
        return overlap.flatMap { Timeframe(from: top, downTo: $0.advanced(by: .milliseconds(1))) }
    }

    /// True for a page that an item at its beginning can connect, as new ones may have been added to its end: a newest page
    /// without dates and without older pages, the end of which shows nothing known.
    var mayBeAppended: Bool {
        isNewestOfWindow && isPlacedByRequest && isDisconnected && knownCount > 1 && answer.next == nil
            && answer.end != .more
    }

    /// Connects a page without dates at the place of an item after which everything is on it.
    mutating func connect(at place: Timestamp) {
        connectsAt = place.beforeSecond
        certainBottom = [certainBottom, place].compactMap(\.self).min()
    }

    /// Records that the page holds an item of a page of the same fill that is not stored yet. A page without dates then
    /// connects.
    ///
    /// - Parameter place: The oldest place of a common item.
    mutating func connect(toUnstored place: Timestamp) {
        neighbours = StoredNeighbours()
        if isPlacedByRequest { connectsAt = place.beforeSecond }
    }

    /// The second in which the page ends: above it the page is complete. `nil` if the page shows nothing. A page without
    /// dates ends at the time of its request.
    package var lastSecond: Timeframe? {
        let above =
            dates == .dated
            ? end?.bottom ?? certainBottom?.secondAbove : certainBottom?.flooredToSecond
        return above.flatMap { Timeframe(from: $0, downTo: $0.advanced(by: .seconds(-1))) }
    }

    /// True for a newest page without dates that meets none of the tickets stored below it.
    var missesAllStored: Bool { isPlacedByRequest && isDisconnected && !neighbours.areNone }

    // MARK: Claims

    /// The page's own claims, limited to the past. If the clock was set back, the edge of a request for an older page can lie
    /// in the future; the claims then count up to the edge.
    var ownClaims: [Claim] {
        let known = request.direction == .older ? max(request.now, request.edge) : request.now
        return answer.claims.compactMap { $0.until(known) }
    }

    /// Returns the time before which no new item can appear within `claim`.
    func settled(by claim: Claim) -> Timestamp {
        request.now.settled(after: max(claim.kind.lateness, traits.lateness))
    }

    // MARK: The second of the request

    /// True for a non-empty page whose items all fall in the second of the request. An item dated ahead falls in the
    /// second in which it was first seen.
    var isWithinRequestSecond: Bool {
        isNewestOfWindow && (dates == .dated || dates == .ahead)
            && lowestPlace.map { $0 >= request.now.flooredToSecond } ?? false
    }

    /// Returns the upper bound of the second of the request if all items of the window fall in it, otherwise `nil`.
    /// Such a window may have lost items of that second, so the second is not claimed. Items without dates are
    /// ignored if others have dates.
    func topOfRequestSecond(above bottom: Timestamp) -> Timestamp? {
        guard isNewestOfWindow, bottom == request.edge, let certainBottom, certainBottom >= bottom else { return nil }
        return certainBottom.secondAbove
    }
}

extension Timestamp {
    /// Returns the time before which no item can appear after this time if items are at most `lateness` late.
    func settled(after lateness: Duration) -> Timestamp {
        lateness > .zero ? advanced(by: .zero - lateness) : .endOfTime
    }
}
