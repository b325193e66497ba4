import EngineConcepts

/// The new tickets of one supplier in one fill, in the Track's order and without duplicates.
struct PoolRun: Sendable {
    /// The tickets, newest first.
    private(set) var entries: [TrackCommit.Entry] = []
    /// The identities of the items. Built when a second page arrives, because a single page has no duplicates.
    private var itemIDs: Set<String> = []

    /// Adds a sorted page without duplicates and returns the number of tickets that were new.
    mutating func add(_ page: [TrackCommit.Entry]) -> Int {
        guard !entries.isEmpty else {
            entries = page
            return page.count
        }
        guard !page.isEmpty else { return 0 }
        if itemIDs.isEmpty { itemIDs = Set(entries.lazy.map(\.ticket.id.item)) }
        let fresh = page.filter { entry in
            if itemIDs.insert(entry.ticket.id.item).inserted { return true }
            renew(entry)
            return false
        }
        guard let first = fresh.first else { return 0 }
        let isBelow = entries.last.map { $0.ticket.key < first.ticket.key } ?? true
        entries += fresh
        if !isBelow { entries.sortInTrackOrder() }
        return fresh.count
    }

    /// Replaces an item that an earlier page delivered, because it was edited between the two pages.
    private mutating func renew(_ entry: TrackCommit.Entry) {
        let key = entry.ticket.key
        var index = first(olderThan: key.time)
        while index > entries.startIndex, entries[index - 1].ticket.key.time == key.time {
            index -= 1
            if entries[index].ticket.key == key {
                entries[index] = entry
                return
            }
        }
    }

    /// Removes a deleted item.
    mutating func remove(_ item: String) {
        entries.removeAll { $0.ticket.id.item == item }
        itemIDs.remove(item)
    }

    /// Returns the tickets of all runs in the Track's order.
    static func merged(_ runs: [PoolRun]) -> [TrackCommit.Entry] {
        let runs = runs.map(\.entries).filter { !$0.isEmpty }
        if runs.count == 1, let only = runs.first { return only }
        let precedes = { (lhs: LoserTree.Position, rhs: LoserTree.Position) in
            runs[lhs.run][lhs.index].ticket.key < runs[rhs.run][rhs.index].ticket.key
        }
        var tree = LoserTree(counts: runs.map(\.count), precedes: precedes)
        var merged: [TrackCommit.Entry] = []
        merged.reserveCapacity(runs.reduce(0) { $0 + $1.count })
        while let position = tree.next(precedes: precedes) {
            merged.append(runs[position.run][position.index])
        }
        return merged
    }

    /// Returns the evidence of a page without any stored item, compared with these tickets, which are not stored yet. The
    /// page is connected if it holds one of them.
    ///
    /// - Parameter items: The identities of the page's items.
    func matched(_ evidence: PageEvidence, of items: Set<String>) -> PageEvidence {
        var evidence = evidence
        if let common = entries.last(where: { items.contains($0.ticket.id.item) }) {
            evidence.connect(toUnstored: common.ticket.key.time)
            return evidence
        }
        guard let lastSecond = evidence.lastSecond, let bottom = evidence.certainBottom else { return evidence }
        let below = entries[first(olderThan: min(bottom, lastSecond.start))...].first?.ticket.key.time
        evidence.neighbours.newestBelow = [below, evidence.neighbours.newestBelow].compactMap(\.self).max()
        if evidence.isPlacedByRequest, let newest = entries.first?.ticket.key.time, newest >= lastSecond.start {
            evidence.neighbours.atEnd = .ticketsSinceRequest
        } else if evidence.neighbours.atEnd == .nothing, count(in: lastSecond) > 0 {
            evidence.neighbours.atEnd = .tickets
        }
        return evidence
    }

    /// Returns true if the run has a ticket at `key`.
    func contains(_ key: OrderKey) -> Bool {
        let index = entries.partitioningIndex { !($0.ticket.key < key) }
        return index < entries.endIndex && entries[index].ticket.key == key
    }

    /// Returns the number of tickets in `timeframe`.
    func count(in timeframe: Timeframe) -> Int {
        first(olderThan: timeframe.end) - first(olderThan: timeframe.start)
    }

    /// Returns the tickets in `timeframe`.
    func entries(in timeframe: Timeframe) -> ArraySlice<TrackCommit.Entry> {
        entries[first(olderThan: timeframe.start)..<first(olderThan: timeframe.end)]
    }

    /// Returns the index of the first ticket older than `time`.
    private func first(olderThan time: Timestamp) -> Int {
        entries.partitioningIndex { $0.ticket.key.time < time }
    }
}
