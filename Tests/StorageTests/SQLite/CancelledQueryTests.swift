import GRDB
import TestSupport
import Testing

@testable import Storage

@Suite("Cancelled queries", .timeLimit(.minutes(30)))
struct CancelledQueryTests {
    /// Counts without end, and calls a function for each number.
    private static let endlessQuery = """
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers)
        SELECT count(begun(number)) FROM numbers
        """

    @Test("A query that is cancelled while it runs ends as cancelled, not as a failure of the store")
    func running() async throws {
        try await withStore { store, _ in
            let hasBegun = WaitableState(false)
            let query = Task {
                try await store.reading { try Self.runEndlessQuery(in: $0.db, reporting: hasBegun) }
            }
            await hasBegun.wait { $0 }
            query.cancel()
            await #expect(throws: CancellationError.self) { try await query.value }
        }
    }

    @Test("A large commit that is cancelled while it runs restores the settings of its connection")
    func largeCommit() async throws {
        try await withStore { store, _ in
            let hasBegun = WaitableState(false)
            let commit = Task {
                try await store.writingAlone { db in
                    try LargeCommit.perform(in: db) {
                        nil
                    } commit: { _ in
                        try Self.runEndlessQuery(in: db, reporting: hasBegun)
                    }
                }
            }
            await hasBegun.wait { $0 }
            commit.cancel()
            await #expect(throws: CancellationError.self) { try await commit.value }
            let settings = try await store.writingAlone { db in
                try ["cache_size", "wal_autocheckpoint"].map { try db.integer("PRAGMA \($0)") }
            }
            #expect(settings == [-Int64(Configuration.storeCache), 1000])
        }
    }

    /// Runs a query without end, and reports when it has begun.
    private static func runEndlessQuery(in db: Database, reporting hasBegun: WaitableState<Bool>) throws {
        let begun = DatabaseFunction("begun", argumentCount: 1) { _ in
            hasBegun.withLock { $0 = true }
            return 1
        }
        db.add(function: begun)
        var statement = try SQLStatement(endlessQuery, in: db)
        _ = try statement.step()
    }
}
