public import EngineConcepts

/// All that can be seen of a Track at one time.
public struct VisibleTrack: Hashable, Sendable {
    /// Every row, newest first.
    public var rows: [TrackRow]
    /// What the engine knows.
    public var record: TrackRecord
    /// The places of everything that is stored, shown or not, newest first.
    public var stored: [OrderKey]
    /// Where each row stands.
    let positions: [TrackRow.ID: Int]

    /// Some rows, and nothing else.
    init(rows: [TrackRow] = []) {
        self.rows = rows
        record = TrackRecord()
        stored = []
        positions = Self.positions(of: rows)
    }

    /// All that `store` holds now.
    ///
    /// - Parameter suppliers: those whose tickets are looked at, whether they are shown or not; beside these, the
    ///   active ones.
    public init(of store: any TrackStore, and suppliers: Set<SupplierID> = []) async throws {
        rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: .max - 1)).rows
        record = try await store.record()
        stored = try await store.keys(
            of: suppliers.union(record.active), in: .always, from: .older, limit: .max)
        positions = Self.positions(of: rows)
    }

    private static func positions(of rows: [TrackRow]) -> [TrackRow.ID: Int] {
        Dictionary(rows.indices.map { (rows[$0].id, $0) }) { first, _ in first }
    }

    /// The row of a ticket, where it is shown.
    func entry(_ id: TicketID) -> TrackEntry? {
        guard let position = positions[.ticket(id)], case .ticket(let entry) = rows[position] else { return nil }
        return entry
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
