import EngineConcepts

/// The items, deletions and claims that one supplier's stream has delivered since its last commit.
struct PendingStreamChanges: Sendable {
    /// The items by identity, each in its latest version.
    private(set) var items: [String: SourceItem] = [:]
    /// The identities in the order in which they arrived first.
    private var order: [String] = []
    private(set) var deleted: Set<String> = []
    /// The range that the stream claims since its connection, or `nil` if there is none.
    private(set) var claim: Timeframe?
    /// The longest delay between an item's time and its appearance, for ``claim``.
    private(set) var lateness = Duration.zero

    /// The beginning of the connection that delivered the items, or `nil` if unknown.
    private(set) var since: Timestamp?
    /// True if the connection has ended.
    private(set) var isLast = false

    /// The number of items and deletions.
    var count: Int { items.count + deleted.count }

    /// True if there are neither items nor deletions.
    var isOnlyClaim: Bool { count == 0 }

    /// Adds items and deletions. Of two versions of an item the one that was edited later counts, and otherwise the
    /// later one; a deletion counts in any case.
    ///
    /// - Parameter since: The beginning of the connection, or `nil` if unknown.
    mutating func add(_ batch: StreamBatch, since: Timestamp?) {
        self.since = since ?? self.since
        var arrived = batch.items
        arrived.clampTimes()
        for item in arrived where !deleted.contains(item.id) {
            if let known = items[item.id] {
                guard !item.isOlder(than: known.editTime) else { continue }
            } else {
                order.append(item.id)
            }
            items[item.id] = item
        }
        for id in batch.deleted {
            deleted.insert(id)
            items[id] = nil
        }
    }

    /// Extends the claim. Claims of one connection overlap or touch; of others the newer counts.
    mutating func add(_ timeframe: Timeframe, lateness: Duration) {
        self.lateness = lateness
        guard let claim, claim.end <= timeframe.start, timeframe.end <= claim.start else {
            if claim.map({ $0.start < timeframe.start }) ?? true { claim = timeframe }
            return
        }
        self.claim =
            Timeframe(from: max(claim.start, timeframe.start), downTo: min(claim.end, timeframe.end)) ?? timeframe
    }

    /// Records that the connection has ended.
    mutating func end() {
        isLast = true
    }

    /// Removes the claim, because something that it covers was lost.
    mutating func dropClaim() {
        claim = nil
    }

    /// The items in order of arrival.
    var ordered: [SourceItem] { order.compactMap { items[$0] } }
}

extension SourceItem {
    /// Returns true if the item is certainly an older version than one that was edited at `time`.
    func isOlder(than time: Timestamp?) -> Bool {
        time.map { (editTime ?? .beginningOfTime) < $0 } ?? false
    }
}
