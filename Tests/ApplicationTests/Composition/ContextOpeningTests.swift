import EngineConcepts
import FiberConfiguration
import Storage
import TestSupport
import Testing

@testable import Application

@Suite("The opening of a context")
struct ContextOpeningTests {
    @Test("A command that waited for another process runs the library as it is by then", .timeLimit(.minutes(30)))
    func libraryAfterWaiting() async throws {
        let home = try TemporaryDirectory()
        let directories = Directories(environment: [:], home: home.path)
        try await AppContext.running(in: home) { _ in }
        let holder = WriterLease(forStoreAt: directories.storeFile)
        #expect(try holder.acquire())
        let reports = RecordedReports()
        let waiting = Task {
            let opening = ContextOpening(
                directories, reportingTo: reports, mode: .fetching(waiting: .seconds(900)), warns: false)
            return try await opening.run { $0.library.sources.map(\.id) }
        }
        await reports.messages.wait { $0.contains { $0.key == "waitingForStore" } }
        _ = try LibraryFile(path: directories.libraryFile)
            .update { $0.put(SourceDescription(id: "file:new", address: "file:/new")) }
        holder.release()
        #expect(try await waiting.value == ["file:new"])
    }
}
