import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("The Control Unit")
struct ControlUnitTests {
    private static let upToTheRequests = [
        "a is set up", "a is ready", "b is set up", "b is ready", "a is asked", "b is asked",
    ]

    @Test(
        "The Control Unit is called for setup, fetch, commit, filtered items and cleanup in this order",
        .timeLimit(.minutes(30)))
    func done() async throws {
        let bench = JournalBench()
        bench.barrier.expect(2)
        await bench.engine.refreshAndSettle()
        #expect(
            bench.journal.lines == Self.upToTheRequests + [
                "noted at version 2", "clean-up at version 2", "a is cleaned up", "b is cleaned up",
            ])
    }

    @Test("A cancelled fill is cleaned up and commits nothing", .timeLimit(.minutes(30)))
    func cancelled() async throws {
        let bench = JournalBench()
        let fill = bench.engine.refresh()
        await bench.barrier.waitForArrivals(2)
        bench.engine.cancel(fill)
        await bench.engine.waitUntilIdle()
        #expect(
            bench.journal.lines == Self.upToTheRequests + [
                "clean-up at version 1", "a is cleaned up", "b is cleaned up",
            ])
    }

    @Test("A fill that could not be committed is cleaned up", .timeLimit(.minutes(30)))
    func failed() async throws {
        let bench = JournalBench(failingAtCommit: 2)
        bench.barrier.expect(2)
        await bench.engine.refreshAndSettle()
        #expect(
            bench.journal.lines == Self.upToTheRequests + [
                "clean-up at version 1", "a is cleaned up", "b is cleaned up",
            ])
    }

    @Test("Items that a source has filtered out count once for a rule, however often they are read")
    func filteredAtSource() async {
        let unit = ModularControlUnit(time: ManualTimeSource())
        let items = ["1", "2", "2"].map { FilteredAtSource(item: $0, rule: "politics") }
        await unit.record(filtered: ["mastodon:home": items, "mastodon:list": [.init(item: "1", rule: "spoilers")]])
        await unit.record(filtered: [
            "mastodon:home": [.init(item: "2", rule: "politics"), .init(item: nil, rule: "politics")]
        ])
        #expect(unit.filteredAtSource == ["mastodon:home": ["politics": 3], "mastodon:list": ["spoilers": 1]])
    }
}

extension StandardEngine {
    fileprivate func refreshAndSettle() async {
        refresh()
        await waitUntilIdle()
    }
}

/// An engine whose control unit and suppliers record their calls.
private struct JournalBench {
    let journal = Journal()
    let barrier = Barrier()
    let engine: StandardEngine

    init(failingAtCommit commit: Int? = nil) {
        let time = ManualTimeSource()
        let store = MemoryTrackStore()
        // Its clock never moves, so that a setup can take as long as the machine needs.
        let setUpTime = ManualTimeSource()
        let unit = ModularControlUnit(time: setUpTime)
        for id in ["a", "b"] as [SupplierID] {
            let source = ScriptedSource()
            source.add(3, newest: time.now().advanced(by: .seconds(-5)), every: .seconds(60))
            let base = ScriptedSupplier(id, source, traits: .feed, time: time)
            unit.add(
                JournalSupplier(base: base, journal: journal, barrier: barrier, setUpTime: setUpTime), for: id.rawValue)
        }
        let process = ProcessStore(store)
        if let commit { process.plan(.beforeCommit, atCommit: commit) }
        engine = StandardEngine(
            controlUnit: JournalUnit(base: unit, journal: journal, store: store), store: process, time: time)
    }
}

/// The calls of a control unit and its suppliers, in order.
private final class Journal: Sendable {
    private let written = Mutex<[String]>([])

    /// The calls; concurrent requests are sorted by supplier.
    var lines: [String] {
        let lines = written.withLock(\.self)
        let isRequest = { (line: String) in line.hasSuffix("is asked") }
        guard let first = lines.firstIndex(where: isRequest) else { return lines }
        let requests = lines[first...].prefix(while: isRequest)
        return lines[..<first] + requests.sorted() + lines[(first + requests.count)...]
    }

    func write(_ line: String) {
        written.withLock { $0.append(line) }
    }
}

/// A barrier for a number of tasks. Tasks that run one after another would wait forever.
private final class Barrier: Sendable {
    private struct State {
        var expected = Int.max
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var arrived = 0
    }

    private let state = WaitableState(State())

    func expect(_ count: Int) {
        state.withLock { $0.expected = count }
    }

    func arrive() async {
        let number = state.withLock { state in
            state.arrived += 1
            return state.arrived
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let leaving = state.withLock { state in
                    state.waiting[number] = continuation
                    guard state.arrived >= state.expected || Task.isCancelled else {
                        return [CheckedContinuation<Void, Never>]()
                    }
                    defer { state.waiting = [:] }
                    return Array(state.waiting.values)
                }
                for task in leaving { task.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    func waitForArrivals(_ count: Int) async {
        await state.wait { $0.arrived >= count }
    }
}

/// A control unit that writes its calls into a journal, with the version of the Track at that moment.
private struct JournalUnit: ForwardingControlUnit {
    let base: ModularControlUnit
    let journal: Journal
    let store: MemoryTrackStore

    func record(filtered: [SupplierID: [FilteredAtSource]]) async {
        await journal.write("noted at version \(version)")
    }

    func cleanupAfterPool() async {
        await journal.write("clean-up at version \(version)")
        await base.cleanupAfterPool()
    }

    private var version: String {
        get async {
            do {
                return "\(try await store.record().version.number)"
            } catch {
                return "\(error)"
            }
        }
    }
}

/// A supplier that writes its calls into a journal. Its requests wait for those of the others.
private struct JournalSupplier: Supplier {
    let base: ScriptedSupplier
    let journal: Journal
    let barrier: Barrier
    let setUpTime: ManualTimeSource

    var id: SupplierID { base.id }
    var name: String { base.name }
    var kind: SupplierKind { base.kind }
    var traits: SupplierTraits { base.traits }
    var presenter: any Presenter { base.presenter }

    func poolSetup() async throws(SupplierError) {
        journal.write("\(id) is set up")
        // Others could be set up meanwhile if they did not have to wait.
        await setUpTime.waitForSleepers(1)
        journal.write("\(id) is ready")
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        journal.write("\(id) is asked")
        await barrier.arrive()
        return try await base.fetch(request)
    }

    func poolCleanup() async { journal.write("\(id) is cleaned up") }
}
