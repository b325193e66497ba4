/// A page, matched with what is known already: which items are new, which have changed, and what is proven.
///
/// A pure value that costs time in proportion to the page. Made where the page was fetched, many at a time.
public struct PoolDelivery: Sendable {
    /// Whose page.
    public let supplier: SupplierID
    /// What its source can do.
    public let traits: SupplierTraits
    /// What was asked.
    public let request: FetchRequest
    /// The answer, its items taken out.
    public let answer: FetchAnswer
    /// The items as they were answered, to be matched once more where the page comes too late for its fill.
    private var items: [SourceItem]
    /// How many items the page held, duplicates included.
    public let itemCount: Int
    /// The tickets never seen before, in the Track's order, none twice. Whether one is late is the Pool's to say.
    public private(set) var fresh: [TrackCommit.Entry]
    /// Known tickets with new content, in the place that they have.
    public private(set) var edited: [TrackCommit.Entry]
    /// The oldest place among the page's items that were known: the page is continuous with what was read down there. What
    /// stands below all that the page claims, such as an article pinned to the top, joins nothing.
    /// An item without a date was known *before* the second that stands in for its date; but where others have dates, it
    /// proves nothing, since nobody knows where among them it stands.
    public let meets: Timestamp?
    /// The newest place below the page of a ticket that the store holds; known where the page ``isForeign``.
    public var neighbour: Timestamp?
    /// Whether the store holds a ticket in the ``second`` in which the page ends; known where the page ``isForeign``.
    public var endsAmongKnown = false
    /// The places of known items that the source has deleted.
    public let deleted: [OrderKey]
    /// The places of known items that a source which shows deletion by omission has left out of what it claims.
    public let omitted: [OrderKey]
    /// Whether any of the page's items has a date.
    public let hasDates: Bool
    /// The names of the page's items.
    public private(set) var named: Set<String>
    /// The oldest time among all of the page's items, by the places that they have, or the later dates that they have been
    /// given since; nil for a page without any.
    public let oldest: Timestamp?
    /// The newest time among them.
    public let newest: Timestamp?
    /// The oldest place among all of the page's items, whatever dates they have by now.
    private let lowestPlace: Timestamp?
    /// Down to where the page stands for sure: like ``oldest``, but among items with dates one without says nothing.
    public let foot: Timestamp?
    /// The older end of what it shows, where it is the page of a window and has dates.
    let end: PageEnd?
    /// The place of the last item of an older page without dates, where it was read before what lies below the page's edge:
    /// nothing is left between. Nil where that is not so, and on other pages.
    let overlap: Timestamp?

    /// Matches a page.
    ///
    /// - Parameters:
    ///   - known: What the store knows of the page's items and of those that it says are deleted.
    ///   - held: The places of the tickets that the store holds in what the page claims; needed where
    ///     ``FetchAnswer/omissionsAreDeletions`` only.
    public init(
        _ answer: FetchAnswer, to request: FetchRequest, of supplier: SupplierID, traits: SupplierTraits,
        known: [String: KnownItem], held: [OrderKey] = []
    ) {
        var fresh: [TrackCommit.Entry] = []
        var edited: [TrackCommit.Entry] = []
        var meets: Timestamp?
        var meetsUndated: Timestamp?
        var hasDates = false
        var seen: Set<String> = []
        var times: ClosedRange<Timestamp>?
        var oldestDated: Timestamp?
        var lowestPlace: Timestamp?
        var end = PageEnd(answer, to: request)
        let lowest = answer.lowestSecond(to: request)
        var last: (time: Timestamp, wasKnown: Bool)?
        fresh.reserveCapacity(answer.items.count)
        seen.reserveCapacity(answer.items.count)
        for item in answer.items.named(as: known) where seen.insert(item.id).inserted {
            let fingerprint = item.fingerprint
            let time: Timestamp
            let place: Timestamp
            if let known = known[item.id] {
                place = known.key.time
                // One that was dated ahead, or anew, stands higher in the source than in the Track: where it is says
                // nothing about what lies below.
                time = item.orderTime.map { max($0, known.key.time) } ?? known.key.time
                if let date = item.orderTime { end?.take(date, known: known.key.time) }
                last = (time, true)
                if item.orderTime == nil {
                    let read = time.beforeSecond
                    meetsUndated = meetsUndated.map { min($0, read) } ?? read
                } else if lowest.map({ $0 <= time }) ?? true {
                    meets = meets.map { min($0, time) } ?? time
                }
                if known.fingerprint != fingerprint {
                    edited.append(
                        .init(
                            ticket: Ticket(item, keeping: known.key), fingerprint: fingerprint,
                            isRecount: !SourceItem.isEdit(from: known.fingerprint, to: fingerprint)))
                }
            } else {
                let ticket = Ticket(item, of: supplier, seen: request.now)
                time = ticket.key.time
                place = time
                fresh.append(.init(ticket: ticket, fingerprint: fingerprint))
                if item.orderTime != nil { end?.take(time, known: nil) }
                last = (time, false)
            }
            if item.orderTime != nil {
                hasDates = true
                if lowest.map({ $0 <= time }) ?? true { oldestDated = oldestDated.map { min($0, time) } ?? time }
            }
            lowestPlace = lowestPlace.map { min($0, place) } ?? place
            times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        }
        fresh.sortInTrackOrder()
        self.supplier = supplier
        self.traits = traits
        self.request = request
        items = answer.items
        itemCount = answer.items.count
        self.fresh = fresh
        self.edited = edited
        self.hasDates = hasDates
        // Of pages without dates that others follow, only the last item says where they end: those above may have been moved.
        let isPaged = !hasDates && traits.shape == .window && (answer.next != nil || request.origin != .newest)
        let lastKnown = last.flatMap { $0.wasKnown ? $0.time : nil }
        let joint = isPaged && request.origin == .newest ? lastKnown.map(\.beforeSecond) : meetsUndated
        self.meets = hasDates ? meets : joint
        deleted = Set(answer.deleted).compactMap { known[$0]?.key }.sorted()
        named = seen
        let filtered = Set(answer.filtered.compactMap(\.item))
        omitted = held.filter { !seen.contains($0.id.item) && !filtered.contains($0.id.item) }
        oldest = times?.lowerBound
        self.lowestPlace = lowestPlace
        newest = times?.upperBound
        foot = oldestDated ?? (isPaged && request.origin == .newest ? lastKnown ?? newest : oldest)
        self.end = traits.shape == .window && hasDates ? end : nil
        // What pages above this one were given for want of room stands right below the edge.
        let bound = request.edge.advanced(by: .milliseconds(-1))
        overlap = isPaged && request.origin != .newest ? lastKnown.flatMap { $0 < bound ? $0 : nil } : nil
        var rest = answer
        rest.items = []
        self.answer = rest
    }

    /// The same page, without what it holds: what it proves.
    var withoutItems: PoolDelivery {
        var page = self
        page.fresh = []
        page.edited = []
        page.named = []
        page.items = []
        return page
    }

    /// The answer as it came.
    public var wholeAnswer: FetchAnswer {
        var whole = answer
        whole.items = items
        return whole
    }

    /// Whether the source does not want to be asked again for a while.
    public var asksForPeace: Bool {
        answer.budget.retryAt.map { request.now < $0 } ?? false
    }

    /// Whether it is of a window, and nothing joins it to what was read before: what stands last on it was never seen before.
    /// Where the source cannot be paged, any item that was known joins the two. Such a page needs its ``neighbour``.
    public var isForeign: Bool {
        guard traits.shape == .window, oldest != nil else { return false }
        return switch (request.origin, answer.next) {
        case (.newest, nil): meets == nil
        case (.newest, _) where !hasDates: meets == nil
        default: end?.isForeign ?? false
        }
    }

    /// The second in which the page ends: above it stands what the page shows to be complete, and below it the page's
    /// ``neighbour``; nil where it shows nothing. A page without dates shows when it was asked for.
    public var second: Timeframe? {
        let above = hasDates ? end?.bottom ?? foot?.flooredToSecond.advanced(by: .seconds(1)) : foot?.flooredToSecond
        return above.flatMap { Timeframe(from: $0, downTo: $0.advanced(by: .seconds(-1))) }
    }

    /// Whether it is a window all of whose items, of which there are some, stand in the second in which it was asked for: what is
    /// dated ahead stands in the second in which it was seen first.
    var isOfItsOwnSecond: Bool {
        traits.shape == .window && request.origin == .newest && hasDates
            && lowestPlace.map { $0 >= request.now.flooredToSecond } ?? false
    }

    /// Whether it is the newest of a window behind which there are older pages.
    var isPagedWindow: Bool {
        traits.shape == .window && request.origin == .newest && answer.next != nil && !answer.isUnchanged
    }

    /// What may have come unread, though it was complete once: the source dates items back, further than this page reaches, or
    /// it knows no time but the day, so that what it shows in its last second is not all that there is.
    var unjoined: Timeframe? {
        guard isForeign, let second else { return nil }
        let isBelow = !(end?.hasKnown ?? false) || answer.next == nil
        let below = isBelow ? neighbour?.flooredToSecond.advanced(by: .seconds(1)) : nil
        let bottom = [below, endsAmongKnown ? second.end : nil].compactMap(\.self).min()
        return bottom.flatMap { Timeframe(from: second.start, downTo: $0) }
    }

    /// Whether `time` lies beyond the first of the page's items, as the page was read: nothing of the page before can be
    /// there.
    func spans(_ time: Timestamp) -> Bool {
        switch request.side {
        case .older: newest.map { time < $0 } ?? false
        case .newer: oldest.map { time > $0 } ?? false
        }
    }

    /// The names of the items that must be looked up before a page can be matched.
    public static func names(in answer: FetchAnswer) -> [String] {
        answer.items.map(\.id) + answer.items.compactMap(\.formerID) + answer.deleted
    }
}

extension FetchAnswer {
    /// The second in which what it claims ends: what it holds of older items stands elsewhere than it is dated. Nil where it
    /// claims nothing, or everything.
    func lowestSecond(to request: FetchRequest) -> Timestamp? {
        guard request.side == .older, let bottom = claims.compactMap(\.timeframe.wholeSeconds?.end).min(),
            bottom.isFinite
        else { return nil }
        return bottom.advanced(by: .seconds(-1))
    }
}

extension [SourceItem] {
    /// The items, each by the name under which it is known.
    fileprivate func named(as known: [String: KnownItem]) -> [SourceItem] {
        guard contains(where: { $0.formerID != nil }) else { return self }
        var taken: Set<String> = []
        return map { item in
            guard known[item.id] == nil, let former = item.formerID, let standing = known[former],
                item.orderTime == standing.key.time || item.fingerprint == standing.fingerprint,
                taken.insert(former).inserted
            else { return item }
            var item = item
            item.id = former
            return item
        }
    }
}

extension Timestamp {
    /// The last moment before the second that it lies in.
    fileprivate var beforeSecond: Timestamp { flooredToSecond.advanced(by: .milliseconds(-1)) }
}

extension Ticket {
    /// The ticket of `item` in the place that it was given when it was first seen: an edit never moves a ticket.
    public init(_ item: SourceItem, keeping key: OrderKey) {
        self.init(
            key: key, shownTime: item.shownTime ?? item.orderTime ?? key.time, editTime: item.editTime,
            timeIsAssumed: item.orderTime == nil, body: item.body, source: item.source)
    }
}

extension [TrackCommit.Entry] {
    /// Sorts by place, newest first; costs one pass where that is so already, as with most pages.
    mutating func sortInTrackOrder() {
        let isSorted = zip(indices, indices.dropFirst()).allSatisfy { self[$0].ticket.key < self[$1].ticket.key }
        guard !isSorted else { return }
        sort { $0.ticket.key < $1.ticket.key }
    }
}
