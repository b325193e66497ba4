import EngineConcepts

/// The dated items of a window's page, which show where it stops being complete.
///
/// An article that stands at the end of every document, such as one that is always recommended, says nothing about the
/// time above it. The stored tickets show that: those between it and the other items are not on the page. Nor does an old
/// article that was edited after items may have been missed: some sources list it again for that.
struct PageContinuity {
    /// An item in order.
    private struct Entry {
        /// Its place in the Track, or that of its new date.
        let key: OrderKey
        let isKnown: Bool
        /// True if the source may list the item because it was edited: something is missing between its place and the time
        /// of its edit.
        let isEditedAboveHole: Bool
    }

    /// The items, newest first.
    private let entries: [Entry]
    /// The identities of items about which the page says something.
    private let listed: Set<String>
    /// The range in which stored tickets decide: that of the items.
    private let range: Timeframe
    private let supplier: SupplierID
    /// True for the newest page.
    private let isNewest: Bool

    /// Creates the items of a page, or returns `nil` if no stored ticket can contradict the page's claims: items that it
    /// lacks are deleted, or their places do not follow from dates.
    init?(
        _ answer: FetchAnswer, to request: FetchRequest, of supplier: SupplierID, traits: SupplierTraits,
        known: [String: KnownItem]
    ) {
        guard traits.shape == .window, !answer.isUnchanged, !answer.omissionsAreDeletions, answer.end != .trueEnd,
            !answer.isDatedAhead(of: request, traits), let lowest = answer.lowestSecond(to: request)
        else { return nil }
        let items = answer.items.named(as: known)
        entries =
            items.compactMap { item in
                guard let date = item.orderTime, date <= request.now else { return nil }
                let place = known[item.id]?.key
                let key =
                    if let place, place.time >= date { place } else {
                        OrderKey(
                            time: date, nativeOrder: item.nativeOrder, id: TicketID(supplier: supplier, item: item.id))
                    }
                guard key.time >= lowest else { return nil }
                return Entry(
                    key: key, isKnown: place != nil,
                    isEditedAboveHole: request.lacksRange(between: key.time, and: item.editTime))
            }
            .sorted { $0.key < $1.key }
        guard let first = entries.first, let last = entries.last,
            let range = Timeframe(from: first.key.time.secondAbove, downTo: last.key.time.flooredToSecond)
        else { return nil }
        self.range = range
        self.supplier = supplier
        isNewest = request.origin == .newest
        listed = Set(items.map(\.id)).union(answer.deleted).union(answer.filtered.compactMap(\.item))
    }

    /// The place in a page below which its items do not continue those above.
    struct Jump {
        /// The time of the last item above it. The page is complete down to the second above.
        let time: Timestamp
        /// The identities of the items below it.
        let itemsBelow: Set<String>
    }

    /// The number of stored tickets between two neighbours that the page may lack. The source may have deleted or moved some.
    private var maximumSkipped: Int { max(1, entries.count / 2) }

    /// Returns the first jump over tickets in `store`, or `nil` if there is none: between two neighbours, the page lacks more
    /// than the source may have deleted, and as many as the items from the older neighbour on, of which one or more are
    /// known. If none is known, the items may follow one another beyond all that was read.
    ///
    /// Otherwise returns the ``jumpToEdited``.
    func jump(in store: any TrackStore) async throws -> Jump? {
        // Many tickets can have the time of the first item and stand above it.
        for limit in [listed.count * 2 + 1, 4096] {
            let stored = try await store.knownKeys(of: supplier, in: range, limit: limit)
            if let jump = jump(over: stored) { return jump }
            guard stored.count == limit, let oldest = stored.last, let last = entries.last, oldest < last.key else {
                break
            }
        }
        return jumpToEdited
    }

    /// The jump to the oldest items of the newest page if these were edited after something was missed, or `nil` if they are
    /// more than a few: then the source has touched them all where they stand.
    private var jumpToEdited: Jump? {
        let below = entries.reversed().prefix(while: \.isEditedAboveHole)
        guard isNewest, !below.isEmpty, below.count <= max(1, entries.count / 4),
            let above = entries.dropLast(below.count).last
        else { return nil }
        return Jump(time: above.key.time, itemsBelow: Set(below.map(\.key.id.item)))
    }

    /// Returns the first jump over these tickets, which are the newest in ``range``, newest first.
    private func jump(over stored: [OrderKey]) -> Jump? {
        guard let lastKnown = entries.lastIndex(where: \.isKnown) else { return nil }
        var lacking = stored.filter { !listed.contains($0.id.item) }[...]
        for index in entries.indices.prefix(lastKnown) {
            lacking = lacking.drop { $0 < entries[index].key }
            let skipped = lacking.prefix { $0 < entries[index + 1].key }.count
            let below = entries[(index + 1)...]
            if skipped > maximumSkipped, skipped >= below.count {
                return Jump(time: entries[index].key.time, itemsBelow: Set(below.map(\.key.id.item)))
            }
        }
        return nil
    }
}

extension FetchRequest {
    /// Returns true if a range between `time` and the later time of an edit was not claimed before the request.
    fileprivate func lacksRange(between time: Timestamp, and edited: Timestamp?) -> Bool {
        guard let edited,
            let range = Timeframe(from: min(edited.secondAbove, now.flooredToSecond), downTo: time.secondAbove)
        else { return false }
        return !claimed.contains(range)
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
