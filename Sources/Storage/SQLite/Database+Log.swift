import GRDB

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
}
