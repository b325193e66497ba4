import EngineConcepts

/// The items of a page, compared with the store one after another.
struct ComparedItems {
    private let request: FetchRequest
    private let supplier: SupplierID
    private let knownItems: [String: KnownItem]
    /// The identities of items that prove nothing.
    private let detached: Set<String>
    /// True if no date of an item counts (``FetchedPage/isDatedAhead``). All then count as missing.
    private let isDatedAhead: Bool
    /// The second in which the page's claims end, or `nil` if it claims everything. Older items are out of order.
    private let lowest: Timestamp?

    /// The new items, in the Track's order.
    private(set) var fresh: [TrackCommit.Entry] = []
    /// Known items with new content, at their existing places.
    private(set) var edited: [TrackCommit.Entry] = []
    /// The identities of all items.
    private(set) var itemIDs: Set<String> = []
    /// The oldest place of a known item with a date that is in order, apart from items dated ahead.
    private(set) var oldestKnownDated: Timestamp?
    /// The instant before the oldest second of a known item without a date.
    private(set) var oldestKnownUndated: Timestamp?
    /// The places of the items without a date that counts, in the order of the document; `nil` for a new one.
    private var undatedPlaces: [Timestamp?] = []
    /// The identities of the known items without a date that counts with which the page begins, up to the first new item.
    private(set) var undatedStart: [String] = []
    /// The known items without a date that counts with which the page ends: the place of the first of them, and their number.
    /// `nil` if it ends with another item.
    private(set) var undatedEnd: (first: OrderKey, count: Int)?
    /// True if any item has a date that counts.
    private var hasDates = false
    /// The oldest and the newest time, or `nil` if there are no items. The time of a known item is its place, or its date
    /// if that is later.
    private(set) var times: ClosedRange<Timestamp>?
    /// The oldest time of an item with a date that is in order.
    private(set) var oldestDated: Timestamp?
    /// The oldest place of an item without a date, or with one that is in order.
    private(set) var lowestPlace: Timestamp?
    /// The older end of the page, or `nil` if it shows everything or its dates do not count.
    private(set) var end: PageEnd?
    /// The time of the last item if that is known.
    private(set) var lastKnown: Timestamp?

    /// Compares the items of a page.
    ///
    /// - Parameters:
    ///   - known: The stored records of the items.
    ///   - detached: The identities of items that do not continue those above.
    init(of page: FetchedPage, known: [String: KnownItem], detached: Set<String>) {
        let answer = page.answer
        request = page.request
        supplier = page.supplier
        knownItems = known
        self.detached = detached
        isDatedAhead = page.isDatedAhead
        end = isDatedAhead ? nil : PageEnd(of: page)
        lowest = isDatedAhead ? nil : page.lowestSecond
        fresh.reserveCapacity(answer.items.count)
        itemIDs.reserveCapacity(answer.items.count)
        let items = answer.items.named(as: known)
        // Without dates that count, the document's own order is all that shows which item is the last one.
        let orderedItems = isDatedAhead ? items : items.inOrder(of: answer, known)
        for item in orderedItems where itemIDs.insert(item.id).inserted {
            add(item)
        }
        fresh.sortInTrackOrder()
    }

    /// The dates of the items.
    var dates: PageDates {
        if hasDates { return .dated }
        return times == nil ? .empty : isDatedAhead ? .ahead : .undated
    }

    /// The oldest place down to which a newest page without dates shows everything, or `nil` if it shows nothing of what was
    /// read before: of some items at its end, from one of them to the last, more were first seen there or below than above.
    ///
    /// So a last item that is known suffices, and so do most items of a document in no order. An item that is always on top
    /// shows nothing about what has left the document below it.
    var connectedPlace: Timestamp? {
        let places = Set(undatedPlaces.compactMap(\.self)).sorted()
        let index = places.partitioningIndex { endsMostly(downTo: $0) }
        return index < places.count ? places[index] : nil
    }

    /// Returns true if more of some items at the end of the document were first seen at `place` or below than above.
    private func endsMostly(downTo place: Timestamp) -> Bool {
        var surplus = 0
        for known in undatedPlaces.reversed() {
            surplus += known.map { $0 <= place } ?? false ? 1 : -1
            if surplus > 0 { return true }
        }
        return false
    }

    private mutating func add(_ item: SourceItem) {
        let known = knownItems[item.id]
        let place = recordContent(of: item, known)
        let date = isDatedAhead ? nil : item.orderTime
        // An item whose date lay ahead or changed is higher at the source than in the Track, so its position says
        // nothing about what lies below.
        let time = known == nil ? place : max(date ?? place, place)
        lastKnown = known == nil ? nil : time
        if let key = known?.key, date == nil {
            if fresh.isEmpty { undatedStart.append(item.id) }
            undatedEnd = (undatedEnd?.first ?? key, (undatedEnd?.count ?? 0) + 1)
        } else {
            undatedEnd = nil
        }
        times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
        hasDates = hasDates || date != nil
        if !detached.contains(item.id) { measure(date, at: time, place: place, isKnown: known != nil) }
    }

    /// Records an item that is new or has new content. Returns its place.
    private mutating func recordContent(of item: SourceItem, _ known: KnownItem?) -> Timestamp {
        let fingerprint = item.fingerprint
        guard let known else {
            let entry = TrackCommit.Entry(item, of: supplier, fingerprint: fingerprint, seen: request.now)
            fresh.append(entry)
            return entry.ticket.key.time
        }
        if known.fingerprint != fingerprint, !known.isRemoved {
            edited.append(TrackCommit.Entry(item, replacing: known, fingerprint: fingerprint))
        }
        return known.key.time
    }

    /// Records how far down an item shows that the page reaches.
    ///
    /// - Parameter date: The date of the item, or `nil` if it has none that counts.
    private mutating func measure(_ date: Timestamp?, at time: Timestamp, place: Timestamp, isKnown: Bool) {
        if let date {
            end?.add(isKnown ? date : time, known: isKnown ? place : nil)
            guard lowest.map({ $0 <= time }) ?? true else { return }
            oldestDated = min(oldestDated ?? time, time)
            // An item that was dated ahead of its place is in every document until its time has come.
            if isKnown, time <= request.now || time == place { oldestKnownDated = min(oldestKnownDated ?? time, time) }
        } else {
            undatedPlaces.append(isKnown ? time : nil)
            if isKnown { oldestKnownUndated = min(oldestKnownUndated ?? time.beforeSecond, time.beforeSecond) }
        }
        lowestPlace = min(lowestPlace ?? place, place)
    }
}

extension [SourceItem] {
    /// Returns the items; those of an unordered answer are sorted by time, newest first. At equal times known items come
    /// first, so that the last one is new if any is.
    fileprivate func inOrder(of answer: FetchAnswer, _ known: [String: KnownItem]) -> [SourceItem] {
        guard answer.isUnordered else { return self }
        func rank(_ item: SourceItem) -> (Timestamp, Int) {
            (item.orderTime ?? .beginningOfTime, known[item.id] == nil ? 0 : 1)
        }
        return sorted { rank($0) > rank($1) }
    }

    /// Returns the items under the identities by which they are stored.
    func named(as known: [String: KnownItem]) -> [SourceItem] {
        guard contains(where: { !$0.formerIDs.isEmpty || !$0.sharedIDs.isEmpty }) else { return self }
        var taken: Set<String> = []
        // An item can be on two pages of an answer.
        var names: [String: String] = [:]
        return map { item in
            guard known[item.id] == nil else { return item }
            let stored =
                names[item.id]
                ?? (item.formerIDs + item.sharedIDs)
                .first { id in
                    guard let stored = known[id], !taken.contains(id) else { return false }
                    return item.fingerprint == stored.fingerprint
                        || (item.formerIDs.contains(id) && (item.orderTime ?? stored.key.time) == stored.key.time)
                }
            guard let stored else { return item }
            taken.insert(stored)
            names[item.id] = stored
            var item = item
            item.id = stored
            return item
        }
    }
}

extension Timestamp {
    /// The last instant before this time's second.
    var beforeSecond: Timestamp { flooredToSecond.advanced(by: .milliseconds(-1)) }
}
