import EngineConcepts

/// The dated items of a window's page, which show where it stops being complete.
///
/// An article that stands at the end of every document, such as one that is always recommended, says nothing about the
/// time above it. The stored tickets show that: those between it and the other items are not on the page.
struct PageContinuity {
    /// An item in order.
    private struct Entry {
        let time: Timestamp
        let isKnown: Bool
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
                let place = known[item.id]?.key.time
                let time = max(date, place ?? date)
                return time < lowest ? nil : Entry(time: time, isKnown: place != nil)
            }
            .sorted { $0.time > $1.time }
        guard let first = entries.first, let last = entries.last,
            let range = Timeframe(from: first.time.flooredToSecond, downTo: last.time.secondAbove)
        else { return nil }
        self.range = range
        listed = Set(items.map(\.id)).union(answer.deleted).union(answer.filtered.compactMap(\.item))
    }

    /// The number of tickets that ``lastContinuous(_:)`` needs at most.
    var limit: Int { listed.count * 2 + 1 }

    /// Returns the time of the last item above which the page is complete, or `nil` if all are: between two neighbours, the
    /// page lacks at least as many stored tickets as it holds known items from the older neighbour on. Fewer were rather
    /// deleted at the source.
    ///
    /// - Parameter stored: The newest tickets in ``range``, newest first, at most ``limit``.
    func lastContinuous(_ stored: [OrderKey]) -> Timestamp? {
        var lacking = stored.filter { !listed.contains($0.id.item) }[...]
        var knownCount = entries.count(where: \.isKnown)
        for (newer, older) in zip(entries, entries.dropFirst()) {
            if newer.isKnown { knownCount -= 1 }
            let floor = older.time.flooredToSecond
            lacking = lacking.drop { $0.time >= newer.time.flooredToSecond }
            let between = lacking.prefix { $0.time >= floor.advanced(by: .seconds(1)) }
            if between.count >= max(1, knownCount) { return newer.time }
        }
        return nil
    }
}

extension FetchAnswer {
    /// Returns the answer as one that is complete only down to `time`. Its older items count as out of order.
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
