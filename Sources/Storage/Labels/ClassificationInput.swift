import GRDB

/// The stored state on which a ticket's classification depends, apart from its content (see the fingerprint).
struct ClassificationInput: Equatable, Sendable {
    let row: PlaceRow
    let fingerprint: Int64
    /// True if another member of its story came to the Track before it.
    let isDuplicate: Bool
    /// The time in milliseconds of the next classification, or `nil` if there is none.
    let due: Int64?

    /// Returns the input of a stored ticket that is not deleted, or `nil` if there is none.
    static func of(_ rowID: Int64, in db: Database) throws -> ClassificationInput? {
        try db.query(
            """
            SELECT \(PlaceRow.columns), fingerprint, (SELECT duplicate FROM story_member WHERE story_member.id = place.id),
                (SELECT due FROM label_due WHERE label_due.id = place.id)
            FROM place WHERE id = ? AND deleted = 0
            """, rowID
        )
        .first {
            ClassificationInput(
                row: try PlaceRow($0), fingerprint: $0.int64(PlaceRow.columnCount),
                isDuplicate: $0.flag(PlaceRow.columnCount + 1), due: $0.optionalInt64(PlaceRow.columnCount + 2))
        }
    }
}
