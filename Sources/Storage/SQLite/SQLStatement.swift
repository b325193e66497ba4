internal import GRDB
internal import GRDBSQLite
internal import Queries

/// A statement of SQLite's own, prepared once per connection, with arguments bound by position.
///
/// GRDB keeps connections, transactions and prepared statements. Binding and reading go past it for two reasons: its
/// strings end at the first NUL (an item's name may be any text), and boxing every argument costs more than the insert.
///
/// Two commands of equal text share one statement: drain one before the next begins.
struct SQLStatement: ~Copyable {
    private let statement: Statement
    private let handle: OpaquePointer
    private var bound: CInt = 0
    /// Why an argument could not be bound (too long, no memory); thrown by the step that would have used it.
    private var failure = SQLITE_OK

    /// Prepares `sql`, or takes it from the connection's cache.
    init(_ sql: String, in db: Database) throws {
        statement = try db.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
        sqlite3_reset(handle)
    }

    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Binds the next argument.
    mutating func bind(_ number: Int64) {
        bound += 1
        note(sqlite3_bind_int64(handle, bound, number))
    }

    /// Binds the next argument.
    mutating func bind(_ flag: Bool) {
        bind(flag ? 1 : 0)
    }

    /// Binds the next argument; nil is NULL.
    mutating func bind(_ number: Int64?) {
        guard let number else { return bindNull() }
        bind(number)
    }

    /// Binds the next argument, all of its bytes.
    mutating func bind(_ text: String) {
        bound += 1
        var text = text
        let code = text.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return sqlite3_bind_text(handle, bound, "", 0, copied) }
            let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
            return sqlite3_bind_text64(handle, bound, start, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
        }
        note(code)
    }

    /// Binds an item's name: names that differ by how their letters are composed are one, and SQLite compares bytes.
    mutating func bind(name: String) {
        bind(name.composed)
    }

    /// Binds the next argument; nil is NULL.
    mutating func bind(_ text: String?) {
        guard let text else { return bindNull() }
        bind(text)
    }

    /// Binds the next argument; nil is NULL.
    mutating func bind(_ blob: [UInt8]?) {
        guard let blob else { return bindNull() }
        bound += 1
        let code = blob.withUnsafeBytes { bytes in
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, bound, 0)
                : sqlite3_bind_blob64(handle, bound, bytes.baseAddress, UInt64(bytes.count), copied)
        }
        note(code)
    }

    private mutating func bindNull() {
        bound += 1
        note(sqlite3_bind_null(handle, bound))
    }

    private mutating func note(_ code: CInt) {
        if code != SQLITE_OK {
            failure = code
        }
    }

    /// Goes to the next row; false where there is none, and the command can be bound and run anew.
    mutating func step() throws -> Bool {
        switch failure == SQLITE_OK ? sqlite3_step(handle) : failure {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            rewind()
            return false
        case let code:
            let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
            rewind()
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
        }
    }

    /// Runs to the end; for statements that answer nothing.
    mutating func run() throws {
        while try step() {}
    }

    /// Goes back to before the first row, whatever is left of them.
    mutating func rewind() {
        sqlite3_reset(handle)
        bound = 0
        failure = SQLITE_OK
    }

    /// The row's number in this column.
    func int64(_ column: CInt) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// The row's flag in this column.
    func flag(_ column: CInt) -> Bool {
        sqlite3_column_int64(handle, column) != 0
    }

    /// Whether the row has NULL in this column.
    func isNull(_ column: CInt) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The row's text in this column, all of its bytes; empty for NULL.
    func text(_ column: CInt) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The row's text in this column; nil for NULL.
    func optionalText(_ column: CInt) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// The row's number in this column; nil for NULL.
    func optionalInt64(_ column: CInt) -> Int64? {
        isNull(column) ? nil : int64(column)
    }

    /// The row's bytes in this column; nil for NULL.
    func blob(_ column: CInt) -> [UInt8]? {
        guard !isNull(column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension SQLStatement {
    /// Runs a statement without arguments.
    static func execute(_ sql: String, in db: Database) throws {
        var command = try SQLStatement(sql, in: db)
        try command.run()
    }

    /// The first column of all rows.
    static func numbers(_ sql: String, _ arguments: [Int64], in db: Database) throws -> [Int64] {
        var query = try SQLStatement(sql, in: db)
        for argument in arguments {
            query.bind(argument)
        }
        var numbers: [Int64] = []
        while try query.step() {
            numbers.append(query.int64(0))
        }
        return numbers
    }
}

/// Tells SQLite to copy what is bound: `SQLITE_TRANSIENT`, a macro that does not come over.
private var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
