import GRDB

/// One step of a cursor that goes down over all stored tickets, a batch at a time.
struct CursorStep: Sendable {
    /// The cursor before the step: everything from here up is done.
    let start: Int64
    /// The cursor after the step, or `nil` if everything is done.
    let end: Int64?
    /// The row IDs of the tickets in the step, descending.
    let rowIDs: [Int64]

    /// Reads the step over up to `room` tickets below `start`.
    init(from start: Int64, upTo room: Int, includingDeleted: Bool = true, in db: Database) throws {
        let condition = includingDeleted ? "" : "AND deleted = 0"
        self.start = start
        rowIDs = try db.integers(
            "SELECT id FROM place NOT INDEXED WHERE id < ? \(condition) ORDER BY id DESC LIMIT ?", start, Int64(room))
        end = rowIDs.count < room ? nil : rowIDs.last
    }
}
