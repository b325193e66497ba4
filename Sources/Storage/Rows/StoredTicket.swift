import EngineConcepts
import GRDB

/// A ticket that the store has, apart from its content.
struct StoredTicket {
    var row: PlaceRow
    let fingerprint: UInt64
    var state: PlaceRow.State

    /// Returns the ticket with this name, deleted or not, or `nil` if the store has none.
    static func find(_ id: TicketID, in db: Database) throws -> StoredTicket? {
        try db.query(
            "SELECT \(PlaceRow.columns), fingerprint, deleted FROM place WHERE supplier = ? AND item = ?",
            id.supplier.rawValue, ItemName(id.item)
        )
        .first {
            StoredTicket(
                row: try PlaceRow($0), fingerprint: UInt64(bitPattern: $0.int64(PlaceRow.columnCount)),
                state: PlaceRow.State(rawValue: $0.int64(PlaceRow.columnCount + 1)) ?? .deleted)
        }
    }
}
