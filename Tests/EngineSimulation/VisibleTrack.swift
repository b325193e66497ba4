public import EngineConcepts

/// The visible state of a Track at one time.
public struct VisibleTrack: Hashable, Sendable {
    /// All rows, newest first.
    public let rows: [TrackRow]
    /// The visible tickets, newest first.
    public let entries: [TrackEntry]
    public var record: TrackRecord
    /// The places of all stored tickets, visible or not, newest first.
    public var stored: [OrderKey]
    /// The index of each row.
    let positions: [TrackRow.ID: Int]

    /// The state of an empty Track.
    public static let empty = VisibleTrack()

    /// Creates a state with some rows and nothing else.
    init(rows: [TrackRow] = []) {
        self.rows = rows
        entries = rows.compactMap(\.entry)
        record = TrackRecord()
        stored = []
        positions = Self.positions(of: rows)
    }

    /// Reads the current content of `store`.
    ///
    /// - Parameter suppliers: Suppliers whose tickets are read in addition to those of the active ones.
    public init(of store: any TrackStore, and suppliers: Set<SupplierID> = []) async throws {
        rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: .max - 1)).rows
        record = try await store.record()
        stored = try await store.keys(
            of: suppliers.union(record.active), in: .always, towards: .older, limit: .max)
        entries = rows.compactMap(\.entry)
        positions = Self.positions(of: rows)
    }

    private static func positions(of rows: [TrackRow]) -> [TrackRow.ID: Int] {
        Dictionary(rows.indices.map { (rows[$0].id, $0) }) { first, _ in first }
    }

    /// Returns the ticket's row, or `nil` if it is not visible.
    public func entry(_ id: TicketID) -> TrackEntry? {
        positions[.ticket(id)].flatMap { rows[$0].entry }
    }

    /// The rows without marks.
    var unmarkedRows: [TrackRow] {
        rows.map { row in
            guard case .ticket(let entry) = row else { return row }
            return .ticket(TrackEntry(ticket: entry.ticket, isLate: entry.isLate))
        }
    }
}
