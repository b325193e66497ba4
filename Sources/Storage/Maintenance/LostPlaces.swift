import GRDB

/// Makes the places of tickets anew whose pages of the table are lost, from the indexes, which are in pages of their own.
///
/// Without an index are the fingerprint, so that the next delivery of such a ticket counts as a change, the time first seen,
/// and that the user un-hid the ticket or unfolded its story.
struct LostPlaces {
    let db: Database

    /// Inserts the lost places into the temporary table that ``LeafScan`` has put in front of the damaged one. Changes nothing
    /// if the index of the suppliers cannot be read to its end, and leaves out marks whose index cannot be read.
    ///
    /// - Returns: False if something is left out.
    func restore() -> Bool {
        let hasPlaces = succeeds {
            try db.inTransaction(.deferred) {
                // Foreign bytes in a page of the index have other types.
                try db.run(
                    """
                    CREATE TEMP TABLE lost_place AS
                    SELECT id, supplier, item, age, native FROM main.place INDEXED BY place_supplier
                    WHERE deleted = 0 AND typeof(supplier) = 'text' AND typeof(item) = 'text' AND typeof(age) = 'integer'
                        AND typeof(native) = 'integer' AND id NOT IN (SELECT id FROM temp.place)
                    """)
                try db.run(
                    """
                    INSERT OR IGNORE INTO temp.place (id, supplier, item, age, native, fingerprint, late, shown)
                    SELECT id, supplier, item, age, native, 0, 0, 0 FROM temp.lost_place
                    """)
                return .commit
            }
            return true
        }
        guard hasPlaces else { return false }
        return Self.marks
            .map { mark, source in
                succeeds {
                    try restore(mark, from: source)
                    return true
                }
            }
            .allSatisfy(\.self)
    }

    /// The marks and what has the row IDs of the tickets with them. Hidden tickets are in no index of the whole Track.
    private static let marks = [
        ("read", "main.place INDEXED BY place_order WHERE shown = 1 AND read = 1"),
        ("read", "main.label_place WHERE read = 1"),
        ("starred", "main.place INDEXED BY place_starred WHERE starred = 1"),
        ("later", "main.place INDEXED BY place_later WHERE later = 1"),
        ("late", "main.place INDEXED BY place_late WHERE late = 1"),
    ]

    private func restore(_ mark: String, from source: String) throws {
        try db.run(
            """
            UPDATE temp.place SET \(mark) = 1
            WHERE id IN (SELECT id FROM temp.lost_place) AND id IN (SELECT id FROM \(source))
            """)
    }
}
