import EngineConcepts
import GRDB

/// The changes that a transaction makes to the counters, collected and written once.
struct CounterChanges {
    /// The tickets of a supplier with the same labels.
    struct Kind: Hashable {
        let labels: LabelSet
        let supplier: SupplierID
    }

    private var suppliers: [SupplierID: TicketCounters] = [:]
    private(set) var kinds: [Kind: TicketCounters] = [:]

    /// Adds a ticket (`1`) or removes it (`-1`).
    mutating func count(_ row: PlaceRow, _ change: Int) {
        guard row.isInTrack else { return }
        let supplier = row.key.id.supplier
        suppliers[supplier, default: TicketCounters()].count(row.marks, isHidden: row.isHidden, change)
        guard !row.labels.isEmpty else { return }
        kinds[Kind(labels: row.labels, supplier: supplier), default: TicketCounters()]
            .count(row.marks, isHidden: row.isHidden, change)
    }

    /// Adds the changes to the stored counters.
    func write(to db: Database) throws {
        try CounterChanges.add(suppliers, to: "supplier_count", of: ["supplier"], in: db) { command, supplier in
            command.bind(supplier.rawValue)
        }
        guard !kinds.isEmpty else { return }
        try CounterChanges.add(kinds, to: "label_set_count", of: ["labels", "supplier"], in: db) { command, kind in
            command.bind(kind.labels.bytes)
            command.bind(kind.supplier.rawValue)
        }
        var delete = try SQLStatement(
            "DELETE FROM label_set_count WHERE labels = ? AND supplier = ? AND shown + hidden = 0", in: db)
        for (kind, counters) in kinds where counters.shown.all + counters.hidden.all < 0 {
            delete.bind(kind.labels.bytes)
            delete.bind(kind.supplier.rawValue)
            try delete.run()
        }
    }

    private static func add<Key>(
        _ changes: [Key: TicketCounters], to table: String, of key: [String], in db: Database,
        bind: (inout SQLStatement, Key) -> Void
    ) throws {
        let columns = key + TicketCounters.names
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        let sums = TicketCounters.names.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
        var upsert = try SQLStatement(
            """
            INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values))
            ON CONFLICT DO UPDATE SET \(sums)
            """, in: db)
        for (key, counters) in changes where counters != TicketCounters() {
            bind(&upsert, key)
            for marks in [counters.shown, counters.hidden] {
                for number in [marks.all, marks.unread, marks.starred, marks.unreadStarred] {
                    upsert.bind(Int64(number))
                }
            }
            try upsert.run()
        }
    }
}
