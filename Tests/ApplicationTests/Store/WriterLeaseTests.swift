import EngineConcepts
import EngineTestSupport
import Storage
import TestSupport
import Testing

@testable import Application

@Suite("Waiting for the process that writes the store")
struct WriterLeaseTests {
    @Test("A command says once that it waits, and then which process has the store", .timeLimit(.minutes(30)))
    func waits() async throws {
        let home = try TemporaryDirectory()
        let holder = WriterLease(forStoreAt: home.path + "/store", purpose: "fiber refresh")
        #expect(try holder.acquire())
        defer { holder.release() }
        let (time, reports) = (ManualTimeSource(), RecordedReports())
        let lease = WriterLease(forStoreAt: home.path + "/store", purpose: "fiber fill")
        let waiting = Task {
            try await lease.acquire(within: .milliseconds(200), time: time, reportingTo: reports)
        }
        for _ in 0..<2 {
            await time.waitForSleepers(1)
            time.advance(by: .milliseconds(100))
        }
        let failure = await #expect(throws: CommandFailure.self) { try await waiting.value }
        #expect(failure?.message.key == "storeInUse")
        #expect(reports.messages.withLock { $0 }.map(\.key) == ["waitingForStore"])
    }
}
