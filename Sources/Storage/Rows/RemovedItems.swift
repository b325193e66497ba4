internal import EngineConcepts
internal import GRDB

/// The items of tickets that a retention removed.
struct RemovedItems {
    let db: Database

    /// True if there is any.
    var isAny: Bool {
        get throws {
            var query = try SQLStatement("SELECT 1 FROM removed_item LIMIT 1", in: db)
            return try query.step()
        }
    }

    /// Returns an item, or `nil` if no ticket of it was removed.
    func item(_ name: String, of supplier: SupplierID) throws -> KnownItem? {
        var query = try db.query(
            "SELECT age, native, fingerprint FROM removed_item WHERE supplier = ? AND item = ?", supplier.rawValue,
            ItemName(name))
        guard try query.step() else { return nil }
        let key = OrderKey(
            time: Timestamp(milliseconds: ~query.int64(0)), nativeOrder: query.int64(1),
            id: TicketID(supplier: supplier, item: name))
        return KnownItem(key: key, fingerprint: UInt64(bitPattern: query.int64(2)), isRemoved: true)
    }

    /// Returns the places of a supplier's items in `timeframe`, newest first.
    func keys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) throws -> [OrderKey] {
        var query = try db.query(
            """
            SELECT age, native, item FROM removed_item WHERE supplier = ? AND age > ? AND age <= ?
            ORDER BY age, native, item LIMIT ?
            """, supplier.rawValue, ~timeframe.start.milliseconds, ~timeframe.end.milliseconds, Int64(limit))
        var keys: [OrderKey] = []
        while try query.step() {
            keys.append(
                OrderKey(
                    time: Timestamp(milliseconds: ~query.int64(0)), nativeOrder: query.int64(1),
                    id: TicketID(supplier: supplier, item: query.text(2))))
        }
        return keys
    }

    /// Moves tickets, which are in no index any more, to the items of removed tickets.
    func add(_ numbers: [Int64]) throws {
        for number in numbers {
            try db.run(
                """
                REPLACE INTO removed_item (supplier, item, age, native, fingerprint)
                SELECT supplier, item, age, native, fingerprint FROM place WHERE id = ?
                """, number)
        }
        try drop(numbers)
    }

    /// Removes tickets, which are in no index any more.
    func drop(_ numbers: [Int64]) throws {
        for number in numbers {
            for table in [
                "place", "content", "former_content", "story_member", "story_wait", "search_wait", "post_uri",
            ] {
                try db.run("DELETE FROM \(table) WHERE id = ?", number)
            }
        }
    }

    /// Adds items that a damaged store had.
    func restore(_ items: [KnownItem]) throws {
        for item in items {
            try db.run(
                "REPLACE INTO removed_item (supplier, item, age, native, fingerprint) VALUES (?, ?, ?, ?, ?)",
                item.key.id.supplier.rawValue, ItemName(item.key.id.item), ~item.key.time.milliseconds,
                item.key.nativeOrder, Int64(bitPattern: item.fingerprint))
        }
    }

    /// Returns all items.
    func all() throws -> [KnownItem] {
        var query = try SQLStatement("SELECT supplier, item, age, native, fingerprint FROM removed_item", in: db)
        var items: [KnownItem] = []
        while try query.step() {
            let id = TicketID(supplier: SupplierID(query.text(0)), item: query.text(1))
            items.append(
                KnownItem(
                    key: OrderKey(
                        time: Timestamp(milliseconds: ~query.int64(2)), nativeOrder: query.int64(3), id: id),
                    fingerprint: UInt64(bitPattern: query.int64(4)), isRemoved: true))
        }
        return items
    }
}
