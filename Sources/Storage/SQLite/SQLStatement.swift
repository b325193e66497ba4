import GRDB
import GRDBSQLite
import Queries
import WebText

/// A prepared statement of SQLite, cached per connection, with arguments bound by position.
///
/// GRDB manages connections, transactions and prepared statements, but binding and reading bypass it: its strings end at
/// the first NUL, which an item's name may contain, and boxing every argument costs more than the insert.
///
/// Two statements of equal text share one handle: drain one before the next begins.
struct SQLStatement: ~Copyable {
    private let statement: Statement
    private let handle: OpaquePointer
    private var bound: CInt = 0
    /// The error of a failed binding; thrown by the next step.
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

    mutating func bind(_ number: Int64) {
        bound += 1
        keepFailure(sqlite3_bind_int64(handle, bound, number))
    }

    mutating func bind(_ flag: Bool) {
        bind(flag ? 1 : 0)
    }

    mutating func bind(_ text: String) {
        bound += 1
        var text = text
        text.withUTF8 { keepFailure(bind($0, at: bound, copied)) }
    }

    /// Binds a text, which SQLite copies or takes from where it is. An empty one may have no address.
    private func bind(
        _ text: UnsafeBufferPointer<UInt8>, at index: CInt, _ destructor: sqlite3_destructor_type?
    ) -> CInt {
        guard let base = text.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, copied) }
        let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
        return sqlite3_bind_text64(handle, index, start, UInt64(text.count), destructor, UInt8(SQLITE_UTF8))
    }

    /// Binds a long text, which SQLite does not copy, while `body` binds the rest and runs the statement.
    mutating func bind(_ text: String, during body: (inout SQLStatement) throws -> Void) throws {
        bound += 1
        let index = bound
        var text = text
        try text.withUTF8 { bytes in
            keepFailure(bind(bytes, at: index, nil))
            defer { sqlite3_bind_null(handle, index) }
            try body(&self)
        }
    }

    /// Binds an item's name in its composed form: SQLite compares bytes.
    mutating func bind(name: String) {
        bind(name.composed)
    }

    mutating func bind(_ argument: (some SQLArgument)?) {
        if let argument { argument.bind(to: &self) } else { bindNull() }
    }

    mutating func bind(_ blob: [UInt8]) {
        bound += 1
        let code = blob.withUnsafeBytes { bytes in
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, bound, 0)
                : sqlite3_bind_blob64(handle, bound, bytes.baseAddress, UInt64(bytes.count), copied)
        }
        keepFailure(code)
    }

    mutating func bindNull() {
        bound += 1
        keepFailure(sqlite3_bind_null(handle, bound))
    }

    private mutating func keepFailure(_ code: CInt) {
        if code != SQLITE_OK { failure = code }
    }

    /// Moves to the next row. Returns false if there is none; the statement can then be bound and run again. Throws
    /// `CancellationError` if the task was cancelled meanwhile: only that interrupts a statement.
    mutating func step() throws -> Bool {
        switch failure == SQLITE_OK ? sqlite3_step(handle) : failure {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            rewind()
            return false
        case SQLITE_INTERRUPT:
            rewind()
            throw CancellationError()
        case let code:
            let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
            rewind()
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
        }
    }

    /// Runs a statement that returns no rows.
    mutating func run() throws {
        while try step() {}
    }

    /// Resets the statement, so that it can be bound and run again.
    mutating func rewind() {
        sqlite3_reset(handle)
        bound = 0
        failure = SQLITE_OK
    }

    func int64(_ column: CInt) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    func flag(_ column: CInt) -> Bool {
        sqlite3_column_int64(handle, column) != 0
    }

    func isNull(_ column: CInt) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Returns the whole text in this column, or an empty one for NULL.
    func text(_ column: CInt) -> String {
        bytes(column).map(String.init(utf8:)) ?? ""
    }

    /// Returns the bytes of the text in this column, valid until the next step, or `nil` for NULL.
    func bytes(_ column: CInt) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    func optionalText(_ column: CInt) -> String? {
        isNull(column) ? nil : text(column)
    }

    func optionalInt64(_ column: CInt) -> Int64? {
        isNull(column) ? nil : int64(column)
    }

    func blob(_ column: CInt) -> [UInt8]? {
        blobBytes(column).map(Array.init)
    }

    /// Returns the bytes in this column, valid until the next step, or `nil` for NULL.
    func blobBytes(_ column: CInt) -> UnsafeBufferPointer<UInt8>? {
        guard !isNull(column) else { return nil }
        // SQLite has no address for an empty blob.
        let start = sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }
}

extension Database {
    /// Runs a statement that returns no rows.
    func run<each Argument: SQLArgument>(_ sql: String, _ arguments: repeat each Argument) throws {
        var statement = try query(sql, repeat each arguments)
        try statement.run()
    }

    /// Returns the numbers in the first column of all rows.
    func integers<each Argument: SQLArgument>(_ sql: String, _ arguments: repeat each Argument) throws -> [Int64] {
        try query(sql, repeat each arguments).rows { $0.int64(0) }
    }

    /// Returns the number in the first column of the first row, or `nil` if there is no row or the column is NULL.
    func integer<each Argument: SQLArgument>(_ sql: String, _ arguments: repeat each Argument) throws -> Int64? {
        try query(sql, repeat each arguments).first { $0.optionalInt64(0) }
    }

    /// Returns true if there is a row and its first column is neither 0 nor NULL.
    func isTrue<each Argument: SQLArgument>(_ sql: String, _ arguments: repeat each Argument) throws -> Bool {
        try integer(sql, repeat each arguments) ?? 0 != 0
    }

    /// Prepares a statement with these arguments.
    func query<each Argument: SQLArgument>(_ sql: String, _ arguments: repeat each Argument) throws -> SQLStatement {
        var statement = try SQLStatement(sql, in: self)
        repeat (each arguments).bind(to: &statement)
        return statement
    }
}

extension SQLStatement {
    /// Returns the values that `read` makes of all rows.
    consuming func rows<Row>(_ read: (borrowing SQLStatement) throws -> Row) throws -> [Row] {
        var rows: [Row] = []
        while try step() { rows.append(try read(self)) }
        return rows
    }

    /// Returns the value that `read` makes of the first row, or `nil` if there is none.
    consuming func first<Row>(_ read: (borrowing SQLStatement) throws -> Row?) throws -> Row? {
        try step() ? try read(self) : nil
    }
}

/// `SQLITE_TRANSIENT`, a macro that is not imported: SQLite copies what is bound.
private var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
