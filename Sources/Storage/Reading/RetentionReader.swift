internal import EngineConcepts
internal import GRDB

/// Finds the tickets that a retention removes.
struct RetentionReader {
    let db: Database

    /// Returns up to `limit` tickets that `retention` removes.
    func removable(by retention: Retention, keeping kept: Set<TicketID>, limit: Int) throws -> [OrderKey] {
        var keys: [OrderKey] = []
        for supplier in try storedSuppliers() {
            guard keys.count < limit else { break }
            guard let bound = try bound(of: supplier, by: retention) else { continue }
            var query = try db.query(
                """
                SELECT age, native, item FROM place
                WHERE deleted = 0 AND +read = 1 AND +starred = 0 AND +later = 0 AND supplier = ? AND \(Self.below)
                """, supplier.rawValue, bound.age, bound.native, ItemName(bound.item))
            while keys.count < limit, try query.step() {
                let id = TicketID(supplier: supplier, item: query.text(2))
                guard !kept.contains(id) else { continue }
                keys.append(
                    OrderKey(time: Timestamp(milliseconds: ~query.int64(0)), nativeOrder: query.int64(1), id: id))
            }
        }
        return keys
    }

    /// Returns the number of tickets of each supplier that `retention` removes.
    func removableCounts(by retention: Retention) throws -> [SupplierID: Int] {
        var counts: [SupplierID: Int] = [:]
        for supplier in try storedSuppliers() {
            guard let bound = try bound(of: supplier, by: retention) else { continue }
            var query = try db.query(
                """
                SELECT count(*) FROM place
                WHERE deleted = 0 AND +read = 1 AND +starred = 0 AND +later = 0 AND supplier = ? AND \(Self.below)
                """, supplier.rawValue, bound.age, bound.native, ItemName(bound.item))
            if try query.step(), query.int64(0) > 0 { counts[supplier] = Int(query.int64(0)) }
        }
        return counts
    }

    /// Returns up to `limit` unmarked tickets beside the Track that are older than `time`. Reads all places.
    func aside(olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int) throws -> [TicketID] {
        var query = try db.query(
            """
            SELECT supplier, item FROM place
            WHERE deleted = \(PlaceRow.State.aside.rawValue) AND starred = 0 AND later = 0 AND age > ?
            """, ~time.milliseconds)
        var found: [TicketID] = []
        while found.count < limit, try query.step() {
            let id = TicketID(supplier: SupplierID(query.text(0)), item: query.text(1))
            if !kept.contains(id) { found.append(id) }
        }
        return found
    }

    private static let below = "(age, native, item) >= (?, ?, ?)"

    /// The newest place that a retention removes.
    private struct Bound {
        var age: Int64
        var native: Int64
        var item: String
    }

    /// Returns the bound of a supplier, or `nil` if everything of it stays.
    private func bound(of supplier: SupplierID, by retention: Retention) throws -> Bound? {
        // A ticket at the time itself stays.
        let byTime = retention.oldest.map { Bound(age: ~$0.milliseconds + 1, native: .min, item: "") }
        guard let count = retention.newestOfEach else { return byTime }
        var query = try db.query(
            """
            SELECT age, native, item FROM place WHERE deleted = 0 AND supplier = ?
            ORDER BY age, native, item LIMIT 1 OFFSET ?
            """, supplier.rawValue, Int64(max(0, count)))
        guard try query.step() else { return byTime }
        let byCount = Bound(age: query.int64(0), native: query.int64(1), item: query.text(2))
        guard let byTime else { return byCount }
        return byTime.age <= byCount.age ? byTime : byCount
    }

    private func storedSuppliers() throws -> [SupplierID] {
        var query = try SQLStatement("SELECT name FROM supplier", in: db)
        var suppliers: [SupplierID] = []
        while try query.step() {
            suppliers.append(SupplierID(query.text(0)))
        }
        return suppliers
    }
}
