import EngineConcepts
import EngineStandard
import EngineTestSupport
import Logging
import Testing

@Suite("The journal")
struct JournalTests {
    private let time = ManualTimeSource()

    @Test("The journal keeps the latest entries, oldest first")
    func ring() {
        let journal = Journal(maximumEntries: 3, time: time)
        for number in 1...5 {
            time.advance(by: .seconds(1))
            journal.record(InstrumentedEvent("test", .info, [JournalDetail("number", "\(number)")]))
        }
        #expect(journal.entries.map(\.id) == [3, 4, 5])
        #expect(journal.entries.map(\.payload) == (3...5).map { [JournalDetail("number", "\($0)")] })
        #expect(journal.entries.last?.time == time.now())
    }

    @Test("An event without a level is measured but not logged")
    func measures() throws {
        let journal = Journal(time: time)
        for milliseconds in 1...100 {
            journal.record(InstrumentedEvent("frame", nil, duration: .milliseconds(milliseconds)))
        }
        journal.record(InstrumentedEvent("other", .info, duration: .seconds(3)))
        journal.record(InstrumentedEvent("moment", .info))
        #expect(journal.entries.map(\.name) == ["other", "moment"])
        #expect(journal.spans.map(\.name) == ["frame", "other"])
        let frames = try #require(journal.spans.first)
        #expect(frames.count == 100)
        #expect(frames.timings.last == .milliseconds(100))
        // To two digits.
        #expect((.milliseconds(49)...(.milliseconds(52))).contains(frames.timings.p50))
        #expect((.milliseconds(98)...(.milliseconds(101))).contains(frames.timings.p99))
        #expect((.milliseconds(99)...(.milliseconds(101))).contains(frames.worst))
    }

    @Test("The journal holds an engine's log messages with their metadata")
    func logs() async {
        let journal = Journal(time: time)
        let engine = StandardEngine(
            controlUnit: ModularControlUnit(time: time), store: MemoryTrackStore(), time: time,
            log: Logger(label: "engine") { JournalLogHandler(label: $0, journal) })
        let events = engine.events()
        let fill = engine.refresh()
        for await event in events {
            if case .fill(fill, _, let state) = event, state.isFinal { break }
        }
        #expect(
            journal.entries.first?.payload == [
                JournalDetail("", "fill begins"), JournalDetail("fill", "\(fill.number)"),
            ])
        #expect(journal.entries.first?.level == .debug)
        #expect(journal.entries.first?.name == "engine")
    }
}
