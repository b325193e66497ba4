import EngineConcepts
import GRDB

/// The ID that a ticket's rows share: the second of its order time, then a serial number within the second.
///
/// Newer tickets have higher row IDs, to the second, in whatever order they arrive. The Track's order does not depend on
/// row IDs.
enum TicketRowID {
    /// The bits of the serial number.
    private static let serialBits: Int64 = 24

    /// The seconds around 1970 that have row IDs of their own; earlier and later ones share the last.
    private static let reach: Int64 = 1 << 38

    /// Returns the row ID of the `serial`th ticket of `time`.
    static func make(_ time: Timestamp, serial: Int64) -> Int64 {
        first(of: time) + serial % (1 << serialBits)
    }

    /// Returns the serial number of the first new ticket of the commit that follows `version`. Successive commits begin far
    /// apart, so that their tickets of one second hardly ever get the same row ID.
    static func firstSerial(after version: TrackVersion) -> Int64 {
        // The factor is odd: no start repeats within 65,536 commits.
        version.next.number &* 4099 & 0xffff
    }

    /// Returns all row IDs of the second of `time`.
    static func range(of time: Timestamp) -> Range<Int64> {
        first(of: time)..<first(of: time) + (1 << serialBits)
    }

    /// Returns all row IDs of the second of `rowID`, which may be any number in a damaged store.
    static func second(of rowID: Int64) -> ClosedRange<Int64> {
        let first = (rowID >> serialBits) << serialBits
        return first...first | ((1 << serialBits) - 1)
    }

    /// Returns a row ID of the second of `time` that is not in use.
    static func free(at time: Timestamp, in db: Database) throws -> Int64 {
        let range = range(of: time)
        // Contents may be staged, whose places follow.
        let used = try ["place", "content"]
            .compactMap { table in
                try db.integer(
                    "SELECT max(id) FROM \(table) WHERE id >= ? AND id < ?", range.lowerBound, range.upperBound)
            }
        if let last = used.max(), last + 1 < range.upperBound { return last + 1 }
        // The last row ID of the second is in use: look for a hole before it.
        let isUsed = "SELECT 1 FROM place WHERE id = ?1 UNION ALL SELECT 1 FROM content WHERE id = ?1"
        for rowID in range.reversed() where try !db.isTrue(isUsed, rowID) {
            return rowID
        }
        throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "more tickets in one second than have row IDs")
    }

    private static func first(of time: Timestamp) -> Int64 {
        min(max(time.seconds, -reach), reach) << serialBits
    }
}
