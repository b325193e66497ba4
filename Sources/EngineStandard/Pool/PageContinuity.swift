import EngineConcepts

/// The dated items of a window's page, which show where it stops being complete.
///
/// An article that stands at the end of every document, such as one that is always recommended, says nothing about the
/// time above it. The stored tickets show that: those between it and the other items are not on the page.
struct PageContinuity {
    /// An item in order.
    private struct Entry {
        let item: String
        let time: Timestamp
        /// The place of a known item whose date has not changed, which tells its order among tickets of the same time. A new
        /// item is above them.
        let place: OrderKey?
        let isKnown: Bool

        /// Returns true if it stands above `key`.
        func isAbove(_ key: OrderKey) -> Bool {
            place.map { $0 < key } ?? (key.time.flooredToSecond <= time.flooredToSecond)
        }

        /// Returns true if it precedes `other`.
        func precedes(_ other: Entry) -> Bool {
            let (second, otherSecond) = (time.flooredToSecond, other.time.flooredToSecond)
            guard second == otherSecond else { return second > otherSecond }
            guard let place, let otherPlace = other.place else { return place == nil && other.place != nil }
            return place < otherPlace
        }
    }

    /// The items, newest first.
    private let entries: [Entry]
    /// The identities of items about which the page says something.
    private let listed: Set<String>
    /// The range in which stored tickets decide: that of the items.
    let range: Timeframe

    /// Creates the items of a page, or returns `nil` if no stored ticket can contradict the page's claims: items that it
    /// lacks are deleted, or their places do not follow from dates.
    init?(
        _ answer: FetchAnswer, to request: FetchRequest, traits: SupplierTraits, known: [String: KnownItem]
    ) {
        guard traits.shape == .window, !answer.isUnchanged, !answer.omissionsAreDeletions, answer.end != .trueEnd,
            !answer.isDatedAhead(of: request, traits), let lowest = answer.lowestSecond(to: request)
        else { return nil }
        let items = answer.items.named(as: known)
        entries =
            items.compactMap { item in
                guard let date = item.orderTime, date <= request.now else { return nil }
                let place = known[item.id]?.key
                let time = max(date, place?.time ?? date)
                let isInPlace = place?.time.flooredToSecond == time.flooredToSecond
                guard time >= lowest else { return nil }
                return Entry(item: item.id, time: time, place: isInPlace ? place : nil, isKnown: place != nil)
            }
            .sorted { $0.precedes($1) }
        guard let first = entries.first, let last = entries.last,
            let range = Timeframe(from: first.time.secondAbove, downTo: last.time.flooredToSecond)
        else { return nil }
        self.range = range
        listed = Set(items.map(\.id)).union(answer.deleted).union(answer.filtered.compactMap(\.item))
    }

    /// The number of tickets that ``jump(over:)`` needs at most.
    var limit: Int { listed.count * 2 + 1 }

    /// The place in a page below which its items do not continue those above.
    struct Jump {
        /// The time of the last item above it. The page is complete down to the second above.
        let time: Timestamp
        /// The identities of the items below it.
        let itemsBelow: Set<String>
    }

    /// Returns the first jump over stored tickets, or `nil` if there is none: between two neighbours, the page lacks at
    /// least as many tickets as it holds known items from the older neighbour on. Fewer were rather deleted at the source.
    ///
    /// - Parameter stored: The newest tickets in ``range``, newest first, at most ``limit``.
    func jump(over stored: [OrderKey]) -> Jump? {
        var lacking = stored.filter { !listed.contains($0.id.item) }[...]
        var knownCount = entries.count(where: \.isKnown)
        for (index, newer) in entries.enumerated().dropLast() {
            if newer.isKnown { knownCount -= 1 }
            let older = entries[index + 1]
            lacking = lacking.drop { !newer.isAbove($0) }
            let between = lacking.prefix { !older.isAbove($0) }
            if between.count >= max(1, knownCount) {
                return Jump(time: newer.time, itemsBelow: Set(entries[(index + 1)...].map(\.item)))
            }
        }
        return nil
    }
}

extension FetchAnswer {
    /// Returns the answer without claims below the second of `time`.
    func complete(downTo time: Timestamp) -> FetchAnswer {
        var answer = self
        answer.claims = claims.compactMap { claim in
            guard claim.timeframe.end < time.secondAbove else { return claim }
            return Timeframe(from: claim.timeframe.start, downTo: time.secondAbove).map { Claim($0, claim.kind) }
        }
        answer.oldestInOrder = time
        return answer
    }
}
