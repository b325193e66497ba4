internal import GRDB

extension TrackDatabase {
    /// Returns a number that differs after another process has committed, and stays the same after commits of this one
    /// (<https://sqlite.org/pragma.html#pragma_data_version>).
    public func versionOfOthers() async throws -> Int64 {
        try await translating { [writer] in
            try await writer.writeWithoutTransaction { db in
                try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
            }
        }
    }
}
