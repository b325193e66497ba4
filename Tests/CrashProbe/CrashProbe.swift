import ArgumentParser
import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import Storage
import TestSupport

/// A small program that reads simulated sources into a store, for tests that kill it. It continues where the last one
/// was killed: its actions follow from the seed, the number of the process, and the content of the store.
@main
struct CrashProbe: AsyncParsableCommand {
    @Option(help: "The store.")
    var store: String

    @Option(help: "What decides everything.")
    var seed: UInt64

    @Option(help: "Which process of its process this is.")
    var round: UInt64

    @Option(help: "How many things to do.")
    var steps = 30

    @Option(help: "In which of its writes to die.")
    var dieInWrite: Int?

    @Option(help: "How much of that write still gets to the file, of 256 parts.")
    var part = 0

    @Flag(help: "Fill everything there is, and do nothing else.")
    var complete = false

    @Flag(help: "Refresh a source that crashes the program and one that answers, and do nothing else.")
    var trap = false

    @Flag(help: "Open the stream of a source, whose first event crashes the program, and do nothing else.")
    var trapInStream = false

    func run() async throws {
        if trap || trapInStream {
            let database = try TrackDatabase(path: store, stagingThreshold: 100)
            try await TrappingProcess(database, opensStreams: trapInStream).run()
            return try await database.close()
        }
        if let dieInWrite {
            CrashInjector.plan(inWrite: dieInWrite, part: part)
        }
        let database = try TrackDatabase(path: store, stagingThreshold: 100)
        var process = try await ProcessRun(over: ReportingStore(database), seed: seed, round: round)
        if complete {
            try await process.complete()
        } else {
            for _ in 0..<steps {
                try await process.performStep()
            }
        }
        try await database.close()
    }
}

/// One process of a run.
struct ProcessRun {
    private let store: ReportingStore
    private let sources: SimulatedSources
    private let time: ManualTimeSource
    private let suppliers: [ScriptedSupplier]
    private let controlUnit = ModularControlUnit(time: ManualTimeSource())
    private let engine: StandardEngine
    private var random: SeededGenerator

    init(over store: ReportingStore, seed: UInt64, round: UInt64) async throws {
        self.store = store
        sources = SimulatedSources(seed: seed)
        random = SeededGenerator(seed: seed &* 0x9e37_79b9 &+ round)
        let clock = try await store.setting("clock").flatMap(Int64.init).map(Timestamp.init(milliseconds:))
        time = ManualTimeSource(clock ?? SimulatedSources.beginning)
        suppliers = sources.suppliers(time: time)
        let record = try await store.record()
        for supplier in suppliers {
            sources.write(supplier, at: time.now())
            if record.active.isEmpty || record.active.contains(supplier.id) {
                controlUnit.add(supplier, for: supplier.id.rawValue)
            }
        }
        engine = StandardEngine(
            controlUnit: controlUnit, store: store, time: time, outbox: store,
            random: SeededGenerator(seed: random.next()))
        engine.resumeActions()
        await engine.waitUntilIdle()
    }

    mutating func performStep() async throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30:
            engine.refresh()
            await engine.waitUntilIdle()
        case 30..<60:
            guard let gap = await engine.snapshot.gaps.randomElement(using: &random) else { return }
            engine.fill(
                gap.id, from: random.chance(30) ? .older : .newer, amount: random.chance(20) ? .all : .pool)
            await engine.waitUntilIdle()
        case 60..<80:
            let passed = Duration.milliseconds(Int64.random(in: 1...20_000_000, using: &random))
            // Stored first, so that no process starts at an earlier time than the one before.
            try await store.setSetting("clock", to: "\(time.now().advanced(by: passed).milliseconds)")
            time.advance(by: passed)
            for supplier in suppliers {
                sources.write(supplier, at: time.now())
            }
        case 80..<86:
            guard let supplier = suppliers.randomElement(using: &random) else { return }
            if controlUnit.supplier(for: supplier.id.rawValue) != nil {
                controlUnit.remove(supplier.id.rawValue)
            } else {
                controlUnit.add(supplier, for: supplier.id.rawValue)
            }
            await engine.suppliersChanged()
        case 86..<91:
            guard let row = try await anyRow(), case .ticket(let entry) = row else { return }
            act(on: entry.ticket)
            await engine.waitUntilIdle()
        case 91..<96:
            guard let row = try await anyRow() else { return }
            if case .ticket(let entry) = row, random.chance(80) {
                let change = MarkChange(read: random.chance(70), starred: random.chance(30))
                _ = try await store.mark([entry.ticket.id], change)
            } else {
                _ = try await store.markRead(downFrom: row.place, in: .all)
            }
        default:
            guard let row = try await anyRow() else { return }
            try await store.setSetting("position", to: "\(row.id)")
        }
    }

    private mutating func anyRow() async throws -> TrackRow? {
        try await store.window(WindowRequest(anchor: .top, above: 0, below: 200)).rows.randomElement(using: &random)
    }

    /// Performs an action on a ticket. Its source may accept it, refuse it, or leave the outcome uncertain.
    private mutating func act(on ticket: Ticket) {
        let manners: [ActionRecorder.Behavior] = [
            .succeeding, .refusing(SupplierError(.refused, "No.")),
            .failing(SupplierError(.unreachable, "No network.")),
            .uncertain(happens: true), .uncertain(happens: false),
        ]
        if let supplier = suppliers.first(where: { $0.id == ticket.supplier }),
            let behavior = manners.randomElement(using: &random)
        {
            supplier.recorder.behavior = behavior
        }
        let reaction: Reaction = random.chance(50) ? .like : .boost
        engine.perform(TicketAction(reaction, takesBack: random.chance(40)), on: ticket.id)
    }

    /// Fills until no gap can be filled.
    mutating func complete() async throws {
        for supplier in suppliers {
            controlUnit.add(supplier, for: supplier.id.rawValue)
        }
        engine.refresh()
        await engine.waitUntilIdle()
        for _ in 0..<100 {
            guard let gap = await engine.snapshot.gaps.first(where: \.canBeFilled) else { return }
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.waitUntilIdle()
        }
    }
}
