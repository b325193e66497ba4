import FoundationBasics
import GRDBSQLite
import LibC

/// A store that this process has not opened, for the little that must be known before.
public struct ClosedStore {
    private let path: String

    public init(path: String) {
        self.path = path
    }

    /// Returns the value of a setting, or `nil` if it has none or cannot be read now. Reads a few pages, and writes neither the
    /// store nor a file beside it.
    ///
    /// This process may have the store open after all, so only SQLite opens the file: closing it in another way would release
    /// the locks of that connection.
    public func setting(_ name: String) -> String? {
        guard let connection = connect() else { return nil }
        defer { sqlite3_close_v2(connection) }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let sql = "SELECT value FROM setting WHERE name = ?"
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
        return name.withCString { name in
            guard sqlite3_bind_text(statement, 1, name, -1, nil) == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW
            else { return nil }
            return sqlite3_column_text(statement, 0).map { String(cString: $0) }
        }
    }

    /// Opens a connection that only reads, or returns `nil` if there is no file with content.
    private func connect() -> OpaquePointer? {
        // If the path is a link, SQLite keeps the log beside the file that it leads to.
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let target = file.path(percentEncoded: false)
        var status = stat()
        // A pipe would be waited for. SQLite removes the log of an empty file, which recovery may need.
        guard stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        // A process that has the store open has made both. Without them nothing is left in a log, and SQLite would make them
        // unless it takes the file as one that nobody writes. If a process opens the store meanwhile, the reading may fail.
        let isOpen = ["-wal", "-shm"].allSatisfy { access(target + $0, F_OK) == 0 }
        let address = file.absoluteString + (isOpen ? "" : "?immutable=1")
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(address, &connection, flags, nil) == SQLITE_OK else {
            sqlite3_close_v2(connection)
            return nil
        }
        sqlite3_busy_timeout(connection, 100)
        return connection
    }
}
