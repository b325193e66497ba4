import EngineConcepts
import GRDB

/// Row IDs of tickets, ascending or descending.
struct RowIDSource {
    enum Kind {
        /// The matches of the index.
        case index(String)
        /// The tickets that wait to be indexed.
        case waiting(from: Int64)
        /// All stored tickets below a row ID.
        case stored(below: Int64)
        /// The tickets with a mark.
        case marked(PreparedSearch.Mark)
    }

    private let kind: Kind
    private let direction: ReadDirection
    private var last: Int64
    private var batch = 32
    private var waiting: ArraySlice<Int64> = []
    private var isExhausted = false

    /// Creates a source of the row IDs below `start`, or above it.
    init(_ kind: Kind, _ direction: ReadDirection, from start: Int64) {
        self.kind = kind
        self.direction = direction
        last = start
    }

    var isIndex: Bool {
        if case .index = kind { true } else { false }
    }

    /// Returns the next row ID, or `nil` at the end.
    mutating func head(in db: Database) throws -> Int64? {
        if waiting.isEmpty, !isExhausted { try read(from: db) }
        return waiting.first
    }

    /// Moves on to the next row ID.
    mutating func drop() {
        waiting.removeFirst()
    }

    /// The row IDs between which the next ones are.
    private var bounds: (lower: Int64?, upper: Int64?) {
        var (lower, upper): (Int64?, Int64?) = direction == .older ? (nil, last) : (last, nil)
        switch kind {
        case .index, .marked: break
        case .waiting(let least) where least > .min: lower = max(lower ?? .min, least - 1)
        case .waiting: break
        case .stored(let bound): upper = min(upper ?? .max, bound)
        }
        return (lower, upper)
    }

    private mutating func read(from db: Database) throws {
        let (table, column) =
            switch kind {
            case .index: ("search WHERE search MATCH ? AND", "rowid")
            case .waiting: ("search_wait WHERE", "id")
            case .stored: ("place NOT INDEXED WHERE", "id")
            case .marked(let mark): ("place INDEXED BY place_\(mark) WHERE \(mark) = 1 AND", "id")
            }
        // One bound on each side: of two, SQLite begins at the first, and skips row by row what the second excludes.
        let (lower, upper) = bounds
        let range = [lower.map { _ in "\(column) > ?" }, upper.map { _ in "\(column) < ?" }].compactMap(\.self)
        var query = try SQLStatement(
            """
            SELECT \(column) FROM \(table) \(range.joined(separator: " AND "))
            ORDER BY \(column) \(direction == .older ? "DESC" : "ASC") LIMIT ?
            """, in: db)
        if case .index(let match) = kind { query.bind(match) }
        if let lower { query.bind(lower) }
        if let upper { query.bind(upper) }
        query.bind(Int64(batch))
        let rowIDs = try query.rows { $0.int64(0) }
        isExhausted = rowIDs.count < batch
        batch = min(batch * 2, 1024)
        last = rowIDs.last ?? last
        waiting = rowIDs[...]
    }
}
