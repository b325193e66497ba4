public import EngineConcepts

/// All that can be seen of a Track at one time.
public struct Sight: Hashable, Sendable {
    /// Every row, newest first.
    public var rows: [TrackRow]
    /// What the engine knows.
    public var record: TrackRecord
    /// The places of everything that is stored of some suppliers, shown or not.
    public var places: [TicketID: OrderKey]

    /// Some rows, and nothing else.
    init(rows: [TrackRow] = []) {
        self.rows = rows
        record = TrackRecord()
        places = [:]
    }

    /// All that `store` holds now.
    ///
    /// - Parameter suppliers: those whose withheld tickets are looked at too.
    public init(of store: any TrackStore, withPlacesOf suppliers: Set<SupplierID> = []) async throws {
        rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: .max - 1)).rows
        record = try await store.record()
        let keys =
            suppliers.isEmpty ? [] : try await store.keys(of: suppliers, in: .always, from: .older, limit: .max)
        places = Dictionary(uniqueKeysWithValues: keys.map { ($0.id, $0) })
    }

    /// Where each row stands.
    var positions: [TrackRow.ID: Int] {
        Dictionary(uniqueKeysWithValues: rows.indices.map { (rows[$0].id, $0) })
    }

    /// The rows as they would be if nobody had read or starred any.
    var unmarkedRows: [TrackRow] {
        rows.map { row in
            guard case .ticket(let entry) = row else { return row }
            return .ticket(TrackEntry(ticket: entry.ticket, isLate: entry.isLate))
        }
    }

    /// The tickets among the rows, newest first.
    var entries: [TrackEntry] {
        rows.compactMap { row in
            guard case .ticket(let entry) = row else { return nil }
            return entry
        }
    }
}
