import GRDB

/// Reads the rows of tickets that their streams delivered, one after another.
///
/// Keeps its statement, like ``EntryReader``.
struct PlaceReader: ~Copyable {
    private var query: SQLStatement

    init(in db: Database) throws {
        query = try SQLStatement("SELECT \(PlaceRow.columns) FROM place WHERE id = ? AND deleted = 0", in: db)
    }

    /// Returns the row of a ticket that is not deleted, or `nil` if its stream has delivered none with this row ID.
    mutating func row(_ rowID: Int64) throws -> PlaceRow? {
        query.rewind()
        query.bind(rowID)
        return try query.step() ? try PlaceRow(query) : nil
    }
}
