import EngineConcepts
import OrderedCollections

/// The items, deletions and claims that one supplier's stream has delivered since its last commit.
struct PendingStreamChanges: Sendable {
    /// The items by identity in the order in which they arrived first, each in its latest version.
    private var itemsByID: OrderedDictionary<String, SourceItem> = [:]
    private(set) var deleted: Set<String> = []
    /// The stream's claim since its connection, or `nil` if there is none.
    var claim: Claim?
    /// The beginning of the connection that delivered the items, or `nil` if unknown.
    private(set) var since: Timestamp?
    /// True if the connection has ended.
    var isLast = false

    /// The items in order of arrival.
    var items: [SourceItem] { Array(itemsByID.values) }

    /// The number of items and deletions.
    var count: Int { itemsByID.count + deleted.count }

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
            guard !item.isOlder(than: itemsByID[item.id]?.editTime) else { continue }
            itemsByID[item.id] = item
        }
        for id in batch.deleted {
            deleted.insert(id)
            itemsByID[id] = nil
        }
    }

    /// Extends the claim. Claims of one connection overlap or touch; of others the newer counts.
    mutating func add(_ new: Claim) {
        guard let known = claim?.timeframe, known.end <= new.timeframe.start, new.timeframe.end <= known.start,
            let joined = Timeframe(
                from: max(known.start, new.timeframe.start), downTo: min(known.end, new.timeframe.end))
        else {
            if claim.map({ $0.timeframe.start < new.timeframe.start }) ?? true { claim = new }
            return
        }
        claim = Claim(joined, new.kind)
    }
}

extension SourceItem {
    /// Returns true if the item is certainly an older version than one that was edited at `time`.
    func isOlder(than time: Timestamp?) -> Bool {
        time.map { (editTime ?? .beginningOfTime) < $0 } ?? false
    }
}
