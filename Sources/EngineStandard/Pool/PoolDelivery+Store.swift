import EngineConcepts

extension PoolDelivery {
    /// Returns the identities of the stored tickets within the claims of `answer` that it does not list.
    static func omitted(
        by answer: FetchAnswer, of supplier: SupplierID, in store: any TrackStore
    ) async throws -> [String] {
        let listed = Set(answer.items.map(\.id) + answer.filtered.compactMap(\.item) + answer.deleted)
        return try await keys(claimedBy: answer, of: supplier, in: store).map(\.id.item).filter { !listed.contains($0) }
    }

    /// Returns the places of the stored tickets within the claims of `answer`.
    private static func keys(
        claimedBy answer: FetchAnswer, of supplier: SupplierID, in store: any TrackStore
    ) async throws -> [OrderKey] {
        var keys: [OrderKey] = []
        for timeframe in answer.claims.compactMap(\.timeframe.wholeSeconds) {
            keys += try await store.keys(of: [supplier], in: timeframe, towards: .older, limit: .max)
        }
        return keys
    }

    /// Returns the same page, compared with the current content of the store, which may include results of its own
    /// fill.
    @concurrent func matched(anewWith store: any TrackStore) async throws -> PoolDelivery {
        try await Self.matching(wholeAnswer, to: request, of: supplier, traits: evidence.traits, with: store)
    }

    /// Returns the page of `received`, compared with the store; `nil` stands for a store without anything of the supplier.
    ///
    /// The stored tickets decide one after another where the page stops being complete, if it connects to earlier readings,
    /// and, if it does not, what may have been lost.
    static func matching(
        _ received: FetchAnswer, to request: FetchRequest, of supplier: SupplierID, traits: SupplierTraits,
        with store: (any TrackStore)?
    ) async throws -> PoolDelivery {
        var answer = received
        guard let store else { return PoolDelivery(answer, to: request, of: supplier, traits: traits, known: [:]) }
        let itemIDs = PoolDelivery.itemIDs(in: answer)
        var known = itemIDs.isEmpty ? [:] : try await store.knownItems(itemIDs, of: supplier)
        try await answer.findRenamedItems(&known, of: supplier, in: store)
        let stored = answer.omissionsAreDeletions ? try await keys(claimedBy: answer, of: supplier, in: store) : []
        let page = PageContinuity(answer, to: request, of: supplier, traits: traits, known: known)
        let bounds = try await page?.bounds(in: store) ?? .init()
        var delivery = PoolDelivery(
            answer, to: request, of: supplier, traits: traits, known: known, stored: stored, bounds: bounds)
        try await delivery.checkConnection(with: store)
        try await delivery.findStoredNeighbours(in: store)
        return delivery
    }

    /// Decides by the stored tickets if the page connects to what was read before.
    private mutating func checkConnection(with store: any TrackStore) async throws {
        if let range = evidence.pinnedRange {
            let limit = maximumPinnedTickets
            checkPinned(try await store.keys(of: [supplier], in: range, towards: .older, limit: limit))
        }
        if evidence.isDisconnected, answer.isUnordered,
            let newest = try await store.knownKeys(of: supplier, in: .always, limit: 1).first
        {
            connect(toNewestStored: newest)
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
