import GRDB
import GRDBSQLite

extension Database {
    /// Moves the write-ahead log into the file and truncates it. A concurrent checkpoint or reader is no error: nothing is
    /// lost, and the last to close empties the log.
    func emptyLog() throws {
        do {
            _ = try checkpoint(.truncate)
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            return
        }
    }

    /// Throws if the file at `path` is no longer the one that was opened: what is written to that would be lost. Costs one
    /// call of the system.
    func requireFile(at path: String) throws(StorageError) {
        var hasMoved: CInt = 0
        // Databases in memory leave it as it is.
        sqlite3_file_control(sqliteConnection, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard hasMoved == 0 else { throw StorageError(.moved, path: path) }
    }
}
