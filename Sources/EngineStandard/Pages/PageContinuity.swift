import EngineConcepts

/// The dated items of a window's page, which show where it stops being complete.
///
/// A page can be out of date, such as one from a cache: then it lacks the tickets that are stored above its first item. An
/// article that is at the end of every document, such as one that is always recommended, says nothing about the time above
/// it. The stored tickets show that: those between it and the other items are not on the page. Nor does a new article with an
/// old date, or an old one that was edited after items may have been missed: some sources list it again for that.
struct PageContinuity {
    /// An item in order.
    private struct Entry {
        /// Its place in the Track, or that of its new date.
        let key: OrderKey
        /// True if the source may list the item because it was edited: something is missing between its place and the time
        /// of its edit.
        let isEditedAboveHole: Bool
    }

    /// The items, newest first.
    private let entries: [Entry]
    /// The identities of items about which the page says something.
    private let listed: Set<String>
    /// The range in which stored tickets decide: that of the items, and what is above them on the newest page.
    private let range: Timeframe
    private let supplier: SupplierID
    /// True for the newest page, and for an older one that continues what was read before as that does.
    private let isOfTop: Bool
    /// True if the page begins with the source's newest items, so that nothing is above the first one.
    private let beginsAtTop: Bool
    /// True if the page is all that the source has: what it lacks was deleted, unless it is out of date.
    private let isWhole: Bool

    /// Creates the items of a page, or returns `nil` if no stored ticket can contradict the page's claims: items that it
    /// lacks are deleted, or their places do not follow from dates.
    init?(of page: FetchedPage, known: [String: KnownItem]) {
        let (answer, request, supplier, isWhole) = (page.answer, page.request, page.supplier, page.isWhole)
        guard page.traits.shape == .window, !answer.isUnchanged, isWhole || !answer.omissionsAreDeletions,
            answer.end != .trueEnd, !page.isDatedAhead,
            let lowest = isWhole ? Timestamp.beginningOfTime : page.lowestSecond
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
                    key: key, isEditedAboveHole: request.lacksRange(between: key.time, and: item.editTime))
            }
            .sorted { $0.key < $1.key }
        isOfTop = page.isOfTop
        // A document that is read from its old end, or is truncated there, says nothing about the time up to now.
        let claimsTop = answer.claims.contains { $0.timeframe.start >= request.now.flooredToSecond }
        beginsAtTop = answer.beginsAtTop || request.origin == .newest && claimsTop
        // Every stored ticket contradicts a page that is empty and all that the source has.
        let none = isWhole ? Timestamp.beginningOfTime : nil
        guard let first = entries.first?.key.time ?? none, let last = entries.last?.key.time ?? none,
            let range = Timeframe(from: beginsAtTop ? .endOfTime : first.secondAbove, downTo: last.flooredToSecond)
        else { return nil }
        self.range = range
        self.supplier = supplier
        self.isWhole = isWhole
        listed = Set(items.map(\.id)).union(answer.deleted).union(answer.filtered.compactMap(\.item))
    }

    /// The number of stored tickets between two neighbours, or above the first item, that the page may lack. The source may
    /// have deleted or moved some.
    private var maximumSkippedTickets: Int { max(1, entries.count / 2) }

    /// Returns the bounds that follow from the tickets in `store`.
    func bounds(in store: any TrackStore) async throws -> PageBounds {
        var bounds = PageBounds()
        // Many tickets can be above the first item.
        for limit in [listed.count * 2 + 1, 4096] {
            let stored = try await store.knownKeys(of: supplier, in: range, limit: limit)
            let lacking = stored.filter { !listed.contains($0.id.item) }
            bounds = self.bounds(over: lacking)
            if !isWhole, bounds.top != nil || bounds.jump != nil {
                bounds = self.bounds(over: try await dated(lacking, in: store))
            }
            guard bounds.jump == nil, stored.count == limit, let oldest = stored.last, let last = entries.last,
                oldest < last.key
            else { break }
        }
        bounds.jump = bounds.jump ?? jumpToEdited
        return bounds
    }

    /// Returns the bounds that follow from these tickets, which the page lacks, newest first.
    private func bounds(over lacking: [OrderKey]) -> PageBounds {
        // Items that a page of all items lacks between two others were deleted.
        PageBounds(top: top(below: lacking), jump: isWhole ? nil : jump(over: lacking))
    }

    /// Returns those of the tickets that are at the date of their source. The others have no date, or one that was ahead of
    /// their places. They are where they were first seen, which says nothing about their positions among items with dates.
    private func dated(_ keys: [OrderKey], in store: any TrackStore) async throws -> [OrderKey] {
        var dated: [OrderKey] = []
        for key in keys {
            let ticket = try await store.entry(key.id)?.ticket
            if ticket.map({ !$0.timeIsAssumed && $0.shownTime <= key.time }) ?? true { dated.append(key) }
        }
        return dated
    }

    /// Returns the time of the first item if the page lacks more tickets above it than the source may have deleted.
    private func top(below lacking: [OrderKey]) -> Timestamp? {
        guard beginsAtTop else { return nil }
        guard let first = entries.first?.key else { return lacking.isEmpty ? nil : .beginningOfTime }
        return lacking.prefix { $0 < first }.count > maximumSkippedTickets ? first.time : nil
    }

    /// Returns the first jump over these tickets, which the page lacks, newest first, or `nil` if there is none: between two
    /// neighbours, it lacks more than the source may have deleted, and as many as the items from the older neighbour on. It
    /// does not matter if those are known: a new item can be dated far back.
    private func jump(over lacking: [OrderKey]) -> PageBounds.Jump? {
        var lacking = lacking[...]
        for index in entries.indices.dropLast() {
            lacking = lacking.drop { $0 < entries[index].key }
            let skipped = lacking.prefix { $0 < entries[index + 1].key }.count
            let below = entries[(index + 1)...]
            if skipped > maximumSkippedTickets, skipped >= below.count {
                return PageBounds.Jump(time: entries[index].key.time, itemsBelow: Set(below.map(\.key.id.item)))
            }
        }
        return nil
    }

    /// The jump to the oldest items of the newest page if these were edited after something was missed, or `nil` if they are
    /// more than a few: then the source has touched them all and moved none.
    private var jumpToEdited: PageBounds.Jump? {
        let below = entries.reversed().prefix(while: \.isEditedAboveHole)
        guard isOfTop, !isWhole, !below.isEmpty, below.count <= max(1, entries.count / 4),
            let above = entries.dropLast(below.count).last
        else { return nil }
        return PageBounds.Jump(time: above.key.time, itemsBelow: Set(below.map(\.key.id.item)))
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
