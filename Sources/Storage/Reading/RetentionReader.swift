import EngineConcepts
import GRDB

/// Finds the tickets that a retention removes.
struct RetentionReader {
    let db: Database

    /// Returns up to `limit` tickets that `retention` removes.
    func removable(by retention: Retention, keeping kept: Set<TicketID>, limit: Int) throws -> [OrderKey] {
        var keys: [OrderKey] = []
        for supplier in try suppliers(of: retention) {
            guard keys.count < limit else { break }
            guard var query = try removable("age, native, item", of: supplier, by: retention) else { continue }
            while keys.count < limit, try query.step() {
                let id = TicketID(supplier: supplier.id, item: query.text(2))
                if !kept.contains(id) { keys.append(OrderKey(age: query.int64(0), native: query.int64(1), id)) }
            }
        }
        return keys
    }

    /// Returns the number of tickets of each supplier that `retention` removes.
    func removableCounts(by retention: Retention) throws -> [SupplierID: Int] {
        var counts: [SupplierID: Int] = [:]
        for supplier in try suppliers(of: retention) {
            guard var query = try removable("count(*)", of: supplier, by: retention) else { continue }
            if try query.step(), query.int64(0) > 0 { counts[supplier.id] = Int(query.int64(0)) }
        }
        return counts
    }

    /// Returns up to `limit` unmarked tickets beside the Track that are older than `time`. Reads all places.
    func ticketsBesideTrack(olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int) throws -> [TicketID] {
        var query = try db.query(
            """
            SELECT supplier, item FROM place
            WHERE deleted = \(PlaceRow.State.besideTrack.rawValue) AND starred = 0 AND later = 0 AND age > ?
            """, time.age)
        var found: [TicketID] = []
        while found.count < limit, try query.step() {
            let id = TicketID(supplier: SupplierID(query.text(0)), item: query.text(1))
            if !kept.contains(id) { found.append(id) }
        }
        return found
    }

    /// Prepares a query for `columns` of the tickets that `retention` removes, or returns `nil` if all of the supplier
    /// stay.
    private func removable(
        _ columns: String, of supplier: (id: SupplierID, isActive: Bool), by retention: Retention
    ) throws -> SQLStatement? {
        guard let cut = try cut(of: supplier.id, by: retention) else { return nil }
        // Nothing shows the tickets of an inactive supplier, so they could never be marked as read.
        let marks = (supplier.isActive ? "+read = 1 AND " : "") + "+starred = 0 AND +later = 0"
        return try db.query(
            """
            SELECT \(columns) FROM place
            WHERE deleted = 0 AND \(marks) AND supplier = ? AND (age, native, item) >= (?, ?, ?)
            """, supplier.id.rawValue, cut.age, cut.native, ItemName(cut.item))
    }

    /// Returns the cut below which a supplier's tickets are removed, or `nil` if all stay.
    private func cut(of supplier: SupplierID, by retention: Retention) throws -> TrackCut? {
        let byTime = retention.oldest.map(TrackCut.init(olderThan:))
        guard let count = retention.newestOfEach else { return byTime }
        let key =
            try db.query(
                """
                SELECT age, native, item FROM place WHERE deleted = 0 AND supplier = ?
                ORDER BY age, native, item LIMIT 1 OFFSET ?
                """, supplier.rawValue, Int64(max(0, count))
            )
            .first { OrderKey(age: $0.int64(0), native: $0.int64(1), TicketID(supplier: supplier, item: $0.text(2))) }
        let byCount = key.map { TrackCut($0, isBelow: false) }
        return [byTime, byCount].compactMap(\.self).min { $0.age < $1.age }
    }

    /// Returns the suppliers whose tickets `retention` may remove.
    private func suppliers(of retention: Retention) throws -> [(id: SupplierID, isActive: Bool)] {
        let condition =
            switch retention.scope {
            case .active: "WHERE active = 1"
            case .all: ""
            case .inactive: "WHERE active = 0"
            }
        return try db.query("SELECT name, active FROM supplier \(condition)")
            .rows { (id: SupplierID($0.text(0)), isActive: $0.flag(1)) }
    }
}
