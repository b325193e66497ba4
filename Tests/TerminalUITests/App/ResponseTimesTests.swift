import EngineConcepts
import Synchronization
import TerminalDriver
import TerminalKit
import Testing

@testable import TerminalUI

@Suite("Response times")
struct ResponseTimesTests {
    private nonisolated final class Names: Instrumentation {
        private let names = Mutex<[String]>([])
        var commits: Int { names.withLock { $0.count { $0 == "screen.commit-to-frame" } } }
        func record(_ event: InstrumentedEvent) { names.withLock { $0.append(event.name) } }
    }

    @Test("A commit is measured until the frame with its rows, and not until the frame of a later key")
    func commits() {
        let names = Names()
        let times = ResponseTimes(names) {
            false
        } idle: {
        }
        times.committed()
        times.drawn(in: .zero, showsCommit: false)
        #expect(names.commits == 0)
        times.drawn(in: .zero, showsCommit: true)
        #expect(names.commits == 1)
        times.committed()
        times.received(.key(.character("j")), showsCommit: true)
        times.drawn(in: .zero, showsCommit: true)
        #expect(names.commits == 1, "the commit has changed nothing on the screen")
        times.committed()
        times.received(.key(.character("j")), showsCommit: false)
        times.drawn(in: .zero, showsCommit: true)
        #expect(names.commits == 2)
        times.stop()
    }
}
