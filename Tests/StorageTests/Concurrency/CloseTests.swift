import Storage
import TestSupport
import Testing

@Suite("Closing a store")
struct CloseTests {
    @Test("Calls that begin while a store is closed succeed or fail, and later ones fail", arguments: 0..<20)
    func callsDuringClose(attempt: Int) async throws {
        let directory = try TemporaryDirectory()
        let database = try TrackDatabase(path: directory.path + "/store.sqlite")
        let succeeded = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    do {
                        _ = try await database.record()
                        return 1
                    } catch is StorageError {
                        return 0
                    }
                }
            }
            for _ in 0..<attempt { await Task.yield() }
            try await database.close()
            return try await group.reduce(0, +)
        }
        #expect(succeeded <= 30)
        await #expect(throws: StorageError.self) { try await database.record() }
    }
}
