import EngineConcepts
import EngineTestSupport
import Logging
import Testing

@testable import EngineStandard

@Suite("Distributing events", .timeLimit(.minutes(30)))
struct EventHubTests {
    private let hub = EventHub(log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    @Test(
        "Adding and cancelling listeners on several threads during events never deadlocks")
    func comingAndGoing() async {
        for round in 0..<200 {
            let events = hub.listen()
            let listener = Task { for await _ in events {} }
            async let first: Void = send("\(round)")
            async let second: Void = send("\(round) again")
            listener.cancel()
            _ = await (first, second)
            await listener.value
        }
    }

    @Test("All events arrive in one order before the stream ends")
    func order() async {
        let listeners = (0..<2).map { _ in hub.listen() }
        await withTaskGroup { group in
            for number in 0..<200 { group.addTask { await self.send("\(number)") } }
        }
        hub.finish()
        var allDeliveries: [[String]] = []
        for events in listeners {
            var words: [String] = []
            for await case .failure(let failure) in events { words.append(failure.message.description) }
            allDeliveries.append(words)
        }
        #expect(allDeliveries[0] == allDeliveries[1])
        #expect(Set(allDeliveries[0]) == Set((0..<200).map(String.init)))
    }

    @Test("Work that was cancelled is not reported as a failure")
    func cancelled() async {
        var events = hub.listen().makeAsyncIterator()
        hub.report(CancellationError(), while: "reading the store")
        hub.report(SupplierError(.refused, "The disk is full."), while: "reading the store")
        let first = await events.next()
        guard case .failure(let failure) = first else {
            Issue.record("no failure: \(String(describing: first))")
            return
        }
        #expect(failure.message.description == "The disk is full.")
    }

    @Test("The log has the code of a failure, and the words of a library apart from it")
    func loggedFailures() {
        struct LibraryError: Error {}
        let journal = Journal(time: ManualTimeSource())
        let hub = EventHub(log: Logger(label: "engine") { JournalLogHandler(label: $0, journal) })
        hub.report(
            SupplierError(.unreachable, Message("hostNotFound", ["host": "a.example"]), cause: "getaddrinfo: -2"),
            while: "changing the sources")
        hub.report(LibraryError(), while: "reading the store")
        #expect(
            journal.entries.map(\.payload) == [
                [
                    JournalDetail("", "The engine failed while changing the sources"),
                    JournalDetail("cause", "getaddrinfo: -2"), JournalDetail("reason", "hostNotFound"),
                ],
                [
                    JournalDetail("", "The engine failed while reading the store"),
                    JournalDetail("cause", "LibraryError()"), JournalDetail("reason", "unexpectedError"),
                ],
            ])
    }

    @concurrent private func send(_ message: String) async {
        hub.send(.failure(EngineFailure(.verbatim(message))))
    }
}
