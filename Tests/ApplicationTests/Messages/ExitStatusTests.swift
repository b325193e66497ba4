import EngineConcepts
import Storage
import Testing

@testable import Application

@Suite("Exit statuses")
struct ExitStatusTests {
    @Test("A failure of the engine has the status of the store if the store threw the error, whatever its message")
    func engineFailures() {
        let error = StorageError(.full, path: "fiber.sqlite")
        #expect(CommandFailure(EngineFailure(error)).status == .store)
        #expect(CommandFailure(EngineFailure(error.message)).status == .failed)
    }
}
