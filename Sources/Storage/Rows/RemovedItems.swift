import EngineConcepts
import GRDB

/// The items of tickets that a retention removed while their suppliers were active.
struct RemovedItems {
    let db: Database

    /// Returns the items of a store, or `nil` if it has none.
    static func unlessEmpty(in db: Database) throws -> RemovedItems? {
        try db.isTrue("SELECT 1 FROM removed_item") ? RemovedItems(db: db) : nil
    }

    /// Returns an item, or `nil` if no ticket of it was removed.
    func item(_ name: String, of supplier: SupplierID) throws -> KnownItem? {
        try db.query(
            "SELECT age, native, fingerprint FROM removed_item WHERE supplier = ? AND item = ?", supplier.rawValue,
            ItemName(name)
        )
        .first {
            let key = OrderKey(age: $0.int64(0), native: $0.int64(1), TicketID(supplier: supplier, item: name))
            return KnownItem(key: key, fingerprint: UInt64(bitPattern: $0.int64(2)), isRemoved: true)
        }
    }

    /// Returns the places of a supplier's items in `timeframe`, newest first.
    func keys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) throws -> [OrderKey] {
        try db.query(
            """
            SELECT age, native, item FROM removed_item WHERE supplier = ? AND age > ? AND age <= ?
            ORDER BY age, native, item LIMIT ?
            """, supplier.rawValue, timeframe, Int64(limit)
        )
        .rows { OrderKey(age: $0.int64(0), native: $0.int64(1), TicketID(supplier: supplier, item: $0.text(2))) }
    }

    /// Moves tickets, which are in no index any more, to the items of removed tickets.
    func add(_ rowIDs: [Int64]) throws {
        for rowID in rowIDs {
            try db.run(
                "REPLACE INTO removed_item (\(Self.columns)) SELECT \(Self.columns) FROM place WHERE id = ?", rowID)
        }
        try drop(rowIDs)
    }

    /// Removes tickets, which are in no index any more.
    func drop(_ rowIDs: [Int64]) throws {
        for rowID in rowIDs {
            for table in [
                "place", "content", "former_content", "story_member", "story_wait", "search_wait", "post_uri",
            ] {
                try db.run("DELETE FROM \(table) WHERE id = ?", rowID)
            }
        }
    }

    /// Adds items that a damaged store had.
    func restore(_ items: [KnownItem]) throws {
        for item in items {
            try db.run(
                "REPLACE INTO removed_item (\(Self.columns)) VALUES (?, ?, ?, ?, ?)",
                item.key.id.supplier.rawValue, ItemName(item.key.id.item), item.key.time.age,
                item.key.nativeOrder, Int64(bitPattern: item.fingerprint))
        }
    }

    func all() throws -> [KnownItem] {
        try db.query("SELECT \(Self.columns) FROM removed_item")
            .rows {
                KnownItem(
                    key: OrderKey(age: $0.int64(2), native: $0.int64(3), supplier: $0.text(0), item: $0.text(1)),
                    fingerprint: UInt64(bitPattern: $0.int64(4)), isRemoved: true)
            }
    }

    private static let columns = "supplier, item, age, native, fingerprint"
}
