internal import EngineConcepts
internal import GRDB
internal import Queries

/// Keeps the full-text index within a transaction.
struct SearchIndexing {
    let db: Database
    private let authors: AuthorCache
    private let indexer = SearchIndexer()

    init(authors: AuthorCache, in db: Database) {
        self.db = db
        self.authors = authors
    }

    /// A ticket came whose words the index does not have.
    func add(_ number: Int64) throws {
        var insert = try SQLStatement("INSERT OR IGNORE INTO search_wait (id) VALUES (?)", in: db)
        insert.bind(number)
        try insert.run()
    }

    /// A ticket's content becomes another one.
    func replace(_ number: Int64, _ former: Ticket, by ticket: Ticket) throws {
        guard !former.body.says(ticket.body) else { return }
        try remove(number, former)
        try add(number)
    }

    /// A ticket is known by this number no more.
    func remove(_ number: Int64, _ former: Ticket) throws {
        let state = try IndexState(in: db)
        var wait = try SQLStatement("DELETE FROM search_wait WHERE id = ?", in: db)
        wait.bind(number)
        try wait.run()
        guard db.changesCount == 0, state.isIndexed(number) else { return }
        let columns = SearchDocument.columns.joined(separator: ", ")
        var delete = try SQLStatement(
            "INSERT INTO search (search, rowid, \(columns)) VALUES ('delete', ?, \(SearchIndexing.places))", in: db)
        delete.bind(number)
        for value in SearchDocument(former, by: indexer).values {
            delete.bind(value)
        }
        try delete.run()
    }

    /// Gives the index the words of up to `count` tickets, newest first; answers whether it has all.
    func index(upTo count: Int) throws -> Bool {
        try startAnew()
        let state = try IndexState(in: db)
        var numbers = try SQLStatement.numbers("SELECT id FROM search_wait ORDER BY id DESC LIMIT ?", [Int64(count)], in: db)
        let room = count - numbers.count
        var hasAll = state.cursor == nil && room > 0
        if let cursor = state.cursor, room > 0 {
            let below = try SQLStatement.numbers(
                "SELECT id FROM place NOT INDEXED WHERE id < ? ORDER BY id DESC LIMIT ?", [cursor, Int64(room)], in: db)
            var update = try SQLStatement("UPDATE search_state SET cursor = ?", in: db)
            hasAll = below.count < room
            update.bind(hasAll ? nil : below.last)
            try update.run()
            numbers = Array(Set(numbers + below))
        }
        var insert = try SQLStatement(
            """
            INSERT INTO search (rowid, \(SearchDocument.columns.joined(separator: ", ")))
            VALUES (?, \(SearchIndexing.places))
            """, in: db)
        // Oldest first: whoever writes into the index in another order pays for each.
        for number in numbers.sorted() {
            if let ticket = try ContentRow.ticket(number, authors: authors, in: db) {
                insert.bind(number)
                for value in SearchDocument(ticket, by: indexer).values {
                    insert.bind(value)
                }
                try insert.run()
            }
            var done = try SQLStatement("DELETE FROM search_wait WHERE id = ?", in: db)
            done.bind(number)
            try done.run()
        }
        return hasAll
    }

    /// An index of another version of words is of no use: nothing of it can be found or taken out.
    private func startAnew() throws {
        let state = try IndexState(in: db)
        guard !state.isCurrent else { return }
        try db.execute(sql: "DROP TABLE search; DELETE FROM search_wait")
        try Schema.createSearchIndex(db)
        var update = try SQLStatement(
            "UPDATE search_state SET version = ?, cursor = (SELECT max(id) + 1 FROM place)", in: db)
        update.bind(Int64(SearchDocument.version))
        try update.run()
    }

    private static let places = SearchDocument.columns.map { _ in "?" }.joined(separator: ", ")
}

/// What the index has.
struct IndexState {
    /// Whether it has the words that this version of Fiber looks for.
    let isCurrent: Bool
    /// Below this number it has no tickets at all; nil where it has all to the last.
    let cursor: Int64?

    init(in db: Database) throws {
        var query = try SQLStatement("SELECT version, cursor FROM search_state", in: db)
        guard try query.step() else { throw DamagedContent(what: "the store does not say what its index has") }
        isCurrent = query.int64(0) == SearchDocument.version
        cursor = isCurrent ? query.optionalInt64(1) : .max
    }

    /// Whether the index has a ticket that does not wait.
    func isIndexed(_ number: Int64) -> Bool {
        cursor.map { number >= $0 } ?? true
    }
}

extension TicketBody {
    /// Whether it says the same, whatever people did with it.
    func says(_ other: TicketBody) -> Bool {
        var body = self
        body.counts = other.counts
        body.reactions = other.reactions
        return body == other
    }
}
