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
                try await store.reading { reader in
                    let begun = DatabaseFunction("begun", argumentCount: 1) { _ in
                        hasBegun.withLock { $0 = true }
                        return 1
                    }
                    reader.db.add(function: begun)
                    var statement = try SQLStatement(Self.endlessQuery, in: reader.db)
                    return try statement.step()
                }
            }
            await hasBegun.wait { $0 }
            query.cancel()
            await #expect(throws: CancellationError.self) { try await query.value }
        }
    }
}
