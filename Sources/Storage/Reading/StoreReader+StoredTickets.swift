import EngineConcepts
import GRDB

/// The engine's questions about stored tickets, in the Track or not.
extension StoreReader {
    /// Returns the keys of stored tickets, newest first.
    func keys(
        of suppliers: Set<SupplierID>, in timeframe: Timeframe, towards direction: ReadDirection, limit: Int
    ) throws -> [OrderKey] {
        // From the newer bound, reading goes towards older tickets.
        let cut = TrackCut(olderThan: direction == .older ? timeframe.start : timeframe.end)
        var tickets = MergedTickets(.stored(of: suppliers), from: cut, towards: direction, count: min(limit, 64))
        var keys: [OrderKey] = []
        while keys.count < limit, let key = try tickets.next(in: db)?.key, timeframe.contains(key.time) {
            keys.append(key)
        }
        return direction == .older ? keys : keys.reversed()
    }

    /// Returns the places of a supplier's items in `timeframe`, newest first, removed ones included.
    func knownKeys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) throws -> [OrderKey] {
        let stored = try keys(of: [supplier], in: timeframe, towards: .older, limit: limit)
        let removed = try RemovedItems(db: db).keys(of: supplier, in: timeframe, limit: limit)
        return removed.isEmpty ? stored : Array((stored + removed).sorted().prefix(limit))
    }

    /// Counts the stored tickets of `suppliers` in `timeframe`, up to `limit`.
    func count(of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int) throws -> Int {
        var count = 0
        for supplier in suppliers where count < limit {
            let found = try db.integer(
                """
                SELECT count(*) FROM (
                    SELECT 1 FROM place WHERE deleted = 0 AND supplier = ? AND age > ? AND age <= ? LIMIT ?)
                """, supplier.rawValue, timeframe, Int64(limit - count))
            count += Int(found ?? 0)
        }
        return count
    }

    /// Counts the stored tickets of `suppliers` in `timeframe` that the view would show, up to `limit`.
    func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) throws -> Int {
        let suppliers = view.suppliers.map(suppliers.intersection) ?? suppliers
        guard view.dependsOnLabels || view.unreadOnly || view.starredOnly || view.laterOnly else {
            return try count(of: suppliers, in: timeframe, upTo: limit)
        }
        let topics = view.topics.map(labels.selection)
        if topics?.isEmpty ?? false { return 0 }
        var count = 0
        for supplier in suppliers where count < limit {
            var query = try db.query(
                """
                SELECT read, starred, rule, labels, later FROM place
                WHERE deleted = 0 AND supplier = ? AND age > ? AND age <= ?
                """, supplier.rawValue, timeframe)
            while count < limit, try query.step() {
                let marks = Marks(isRead: query.flag(0), isStarred: query.flag(1), isLater: query.flag(4))
                guard view.matches(marks), view.filter.includes(hidden: query.flag(2)),
                    try topics?.includes(LabelSet(bytes: query.blob(3))) ?? true
                else { continue }
                count += 1
            }
        }
        return count
    }

    /// Returns the keys and fingerprints of these items as far as they are stored in this state.
    func storedItems(
        _ items: [String], of supplier: SupplierID, _ state: PlaceRow.State
    ) throws -> [String: KnownItem] {
        var known: [String: KnownItem] = [:]
        known.reserveCapacity(items.count)
        var query = try SQLStatement(
            "SELECT age, native, fingerprint FROM place WHERE supplier = ? AND item = ? AND deleted = \(state.rawValue)",
            in: db)
        for item in items {
            query.bind(supplier.rawValue)
            query.bind(name: item)
            if try query.step() {
                let id = TicketID(supplier: supplier, item: item)
                known[item] = KnownItem(
                    key: OrderKey(age: query.int64(0), native: query.int64(1), id),
                    fingerprint: UInt64(bitPattern: query.int64(2)))
            }
            query.rewind()
        }
        return known
    }

    /// Returns the keys and fingerprints of these items, removed ones included.
    func knownItems(_ items: [String], of supplier: SupplierID) throws -> [String: KnownItem] {
        var known = try storedItems(items, of: supplier, .delivered)
        guard known.count < items.count, let removed = try RemovedItems.unlessEmpty(in: db) else { return known }
        for item in items where known[item] == nil { known[item] = try removed.item(item, of: supplier) }
        return known
    }
}
