import EngineConcepts
import GRDB
import Queries

/// The progress of the full-text index.
struct SearchIndexState {
    /// True if it has the words of this version of Fiber.
    let isCurrent: Bool
    /// The row ID below which no ticket is indexed, or `nil` if all are.
    let cursor: Int64?

    init(in db: Database) throws {
        var query = try SQLStatement("SELECT version, cursor FROM search_state", in: db)
        guard try query.step() else { throw DamagedContent("the store does not say what its index has") }
        isCurrent = query.int64(0) == SearchDocument.version
        cursor = isCurrent ? query.optionalInt64(1) : .max
    }

    /// Returns true if the index has a ticket that does not wait.
    func isIndexed(_ rowID: Int64) -> Bool {
        cursor.map { rowID >= $0 } ?? true
    }
}
