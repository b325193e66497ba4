import EngineConcepts
import EngineTestSupport
import Localization
import Testing
import ViewModels

@testable import Application

@MainActor
@Suite("The work beside the screen")
struct SessionTasksTests {
    private let messages = MessageCenter(time: ManualTimeSource(), localizer: .english)

    /// Lets work that was added before run until it waits.
    private func settle() async { await Task {}.value }

    @Test("No work begins after the session has ended")
    func ended() async {
        let tasks = SessionTasks(reportingTo: messages)
        var log: [String] = []
        tasks.add { log.append("before") }
        await settle()
        tasks.cancel()
        tasks.add { log.append("after") }
        await settle()
        #expect(log == ["before"])
    }

    @Test("The end of the session cancels what runs, without a message")
    func cancels() async {
        let tasks = SessionTasks(reportingTo: messages)
        let time = ManualTimeSource()
        tasks.add { try await time.sleep(for: .seconds(60)) }
        await time.waitForSleepers(1)
        tasks.cancel()
        await time.waitUntilNobodySleeps()
        await settle()
        #expect(messages.history.isEmpty)
    }

    @Test("An error that ends work is shown")
    func failure() async {
        let tasks = SessionTasks(reportingTo: messages)
        tasks.add { throw SupplierError(.unreachable, "The server is away.") }
        await settle()
        #expect(messages.history.map(\.text) == ["The server is away."])
    }
}
