import EngineConcepts

extension PoolDelivery {
    /// Returns the same page, compared with the current content of the store, which may include results of its own
    /// fill.
    @concurrent func matched(anewWith store: any TrackStore) async throws -> PoolDelivery {
        try await Self.matching(received, with: store)
    }

    /// Returns the page, compared with the store; `nil` stands for a store without anything of the supplier.
    ///
    /// The stored tickets decide one after another where the page stops being complete, if it connects to earlier readings,
    /// and, if it does not, what may have been lost.
    static func matching(_ received: FetchedPage, with store: (any TrackStore)?) async throws -> PoolDelivery {
        guard let store else { return PoolDelivery(received, known: [:]) }
        var page = received
        let named = page.namedItems
        var known = named.isEmpty ? [:] : try await store.knownItems(named, of: page.supplier)
        try await page.answer.findRenamedItems(&known, of: page.supplier, in: store)
        let bounds = try await page.bounds(known: known, in: store)
        let stored =
            page.answer.omissionsAreDeletions ? try await page.limited(to: bounds).claimedKeys(in: store) : []
        var delivery = PoolDelivery(page, known: known, stored: stored, bounds: bounds)
        try await delivery.checkConnection(with: store)
        try await delivery.findStoredNeighbours(in: store)
        return delivery
    }

    /// Decides by the stored tickets if the page connects to what was read before.
    private mutating func checkConnection(with store: any TrackStore) async throws {
        if let range = evidence.pinnedRange {
            // They connect the page only if one ends it, as far as there is an order, and the page holds every ticket of that
            // second. Then the second has only grown.
            let stored = try await store.keys(of: [supplier], in: range, towards: .older, limit: itemCount + 1)
            let endsWithKnown = answer.isUnordered || evidence.end?.endsWithKnown ?? false
            let hasGrown = endsWithKnown && stored.allSatisfy { itemIDs.contains($0.id.item) }
            if !hasGrown { evidence.connectsAt = nil }
        }
        if evidence.undatedEnd != nil {
            // The previous document can be above the tickets of this one.
            let limit = itemCount * 2 + 1
            connect(toUndatedEndBelow: try await store.knownKeys(of: supplier, in: .always, limit: limit))
        }
        if evidence.mayBeAppended, let newest = try await store.knownKeys(of: supplier, in: .always, limit: 1).first,
            let second = Timeframe(from: newest.time.secondAbove, downTo: newest.time.flooredToSecond)
        {
            connect(toAppendedTo: try await store.knownKeys(of: supplier, in: second, limit: 4096))
        }
        if evidence.isDisconnected, answer.isUnordered,
            let newest = try await store.knownKeys(of: supplier, in: .always, limit: 1).first
        {
            connect(toNewestStored: newest)
        }
        if evidence.mayCompleteLastSecond, let second = evidence.lastSecond {
            let lowest = try await store.keys(of: [supplier], in: second, towards: .newer, limit: 1).first
            evidence.lacksLowestStored = lowest.map { !itemIDs.contains($0.id.item) } ?? false
        }
        if let range = evidence.overlapRange {
            let limit = maximumOverlapTickets
            checkOverlap(try await store.knownKeys(of: supplier, in: range, limit: limit))
        }
    }

    /// Looks up what is stored at the end of a page that does not connect, and below it.
    private mutating func findStoredNeighbours(in store: any TrackStore) async throws {
        guard evidence.isDisconnected, let lastSecond = evidence.lastSecond, let bottom = evidence.certainBottom else {
            return
        }
        let supplier = supplier
        func newestPlace(in timeframe: Timeframe?) async throws -> Timestamp? {
            guard let timeframe else { return nil }
            return try await store.knownKeys(of: supplier, in: timeframe, limit: 1).first?.time
        }
        var neighbours = StoredNeighbours(
            newestBelow: try await newestPlace(in: .everythingBefore(min(bottom, lastSecond.start))))
        // A page without dates ends at the time of its request, so that stored tickets can be above it.
        let isOpen = evidence.isPlacedByRequest
        let end = isOpen ? Timeframe(from: .endOfTime, downTo: lastSecond.end) : lastSecond
        if let newest = try await newestPlace(in: end) {
            neighbours.atEnd = isOpen && newest >= lastSecond.start ? .ticketsSinceRequest : .tickets
        }
        evidence.neighbours = neighbours
    }
}
