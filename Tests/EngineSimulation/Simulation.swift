import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport

/// A random simulation of an engine, with the invariants that must hold at any time. The truth is kept independently of the
/// engine: lists of posts in plain sort order.
struct Simulation {
    let archive: any Archive
    let time = ManualTimeSource()
    /// Assigns labels, in every process.
    let classifier = BitClassifier(["f1", "wec", "hide a", "hide b", "muffle"])
    let controlUnit: RecordingControlUnit
    let processor: any TrackProcessor<PoolDelivery, Pool>
    var random: SeededGenerator
    var process: ProcessStore
    var engine: StandardEngine
    var participants: [Participant] = []
    var visible = VisibleTrack()
    var marks: [TicketID: Marks] = [:]
    /// No source was asked for posts from this time on.
    var lastRequest: Timestamp
    /// The steps so far, for failure reports.
    private(set) var log: [String] = []
    private let stepWatch: StepWatch
    /// True if the step's result was not stored, because of a cancellation or a crash.
    var isUnsaved = false
    /// True if the process crashed during the step, so that its last commit was not reported.
    var isUnreported = false
    /// True if the step was exactly one fill.
    var isSingle = false
    /// True if that fill was a refresh.
    var isRefresh = false
    /// The suppliers that the step may ask, or `nil` for all.
    var allowed: Set<SupplierID>?
    /// Filtered items that were reported in stored answers.
    var filtered: Set<TicketID> = []

    init(seed: UInt64, in archive: any Archive, _ kind: Simulations.Kind, watchedBy stepWatch: StepWatch) async throws {
        self.archive = archive
        self.stepWatch = stepWatch
        random = SeededGenerator(seed: seed)
        try await archive.store.adopt(classifier)
        controlUnit = RecordingControlUnit(time: time)
        processor = kind == .single ? SingleSupplierTrackProcessor() : MergingTrackProcessor()
        process = ProcessStore(await archive.store)
        engine = StandardEngine(controlUnit: controlUnit, store: process, time: time, processor: processor)
        lastRequest = time.now().advanced(by: .seconds(-86_400 * 30))
        let crowd = kind == .single ? 1 : random.chance(15) ? 12 : 6
        for index in 0..<Int.random(in: 1...crowd, using: &random) {
            let participant = Participant(index, time: time, using: &random)
            controlUnit.base.add(participant.supplier, for: participant.id.rawValue)
            participants.append(participant)
            write(Int.random(in: 0...150, using: &random), to: index)
        }
    }

    /// Adds posts that appear in time: not older than anything requested so far.
    mutating func write(_ count: Int, to index: Int) {
        let newest = time.now().milliseconds
        // The clock may have been set back since.
        let oldest = min(lastRequest.flooredToSecond.milliseconds, newest)
        var clusters: [Int64] = []
        for _ in 0..<count {
            let moment: Int64
            if let cluster = clusters.randomElement(using: &random), random.chance(40) {
                moment = cluster + Int64.random(in: -400...400, using: &random)
            } else {
                moment = Int64.random(in: oldest...newest, using: &random)
                clusters.append(moment)
            }
            write(min(max(moment, oldest), newest), to: index)
        }
    }

    /// Adds posts of one second.
    mutating func writeBurst(_ count: Int, to index: Int) {
        let second = time.now().flooredToSecond.milliseconds
        let oldest = max(second, min(lastRequest, time.now()).milliseconds)
        for _ in 0..<count {
            // All with dates. If a second has more posts than a window holds, a post without a date would seem to
            // prove that nothing was lost.
            write(
                Int64.random(in: oldest...max(oldest, time.now().milliseconds), using: &random), to: index,
                allDated: true)
        }
    }

    private mutating func write(_ moment: Int64, to index: Int, allDated: Bool = false) {
        let ahead: Int64 =
            participants[index].mayDateAhead && random.chance(1)
            ? Int64.random(in: 1...5_000_000, using: &random) : 0
        participants[index]
            .write(
                at: Timestamp(milliseconds: moment + ahead),
                order: random.chance(50) ? 0 : Int64.random(in: 0...3, using: &random),
                isDated: allDated || !(participants[index].truth.lossRules.isWindow && random.chance(3)),
                isLeftOut: !allDated && random.chance(1),
                since: lastRequest.flooredToSecond, now: time.now())
    }

    /// Performs `step` and checks that the reported changes are exactly those that happened, and all invariants.
    mutating func watch(_ step: (inout Simulation) async throws -> Void) async throws {
        let before = visible
        let events = engine.events()
        isUnsaved = false
        isUnreported = false
        isSingle = false
        isRefresh = false
        allowed = nil
        try await step(&self)
        visible = try await look()
        let changes = ChangeChecks(from: before, to: visible)
        if visible.record.version == before.record.version {
            guard visible.unmarkedRows == before.unmarkedRows else {
                throw InvariantViolation("rows changed without a commit")
            }
        } else if !isUnreported {
            try changes.check(
                reported: await events.changes(after: before.record.version, upTo: visible.record.version))
        }
        let allDeliveries = participants.map { $0.source.takeDeliveries() }
        try changes.check(excusing: turnedOver(allDeliveries, from: before))
        try await checkAnswers(allDeliveries, from: before)
        try TrackChecks(visible, participants.map(\.truth)).check()
        for entry in visible.entries where entry.marks != marks[entry.ticket.id] ?? Marks() {
            throw InvariantViolation("\(entry.ticket.id) has other marks than it was given")
        }
        for entry in visible.entries {
            let classification = classifier.classify(
                TicketFacts(entry.ticket, marks: entry.marks, isLate: entry.isLate))
            guard entry.labels == classification.labels, entry.hiddenBy == classification.hiddenBy else {
                throw InvariantViolation("\(entry.ticket.id) has other labels than its classification")
            }
        }
    }

    /// Returns the current state.
    func look() async throws -> VisibleTrack {
        try await VisibleTrack(of: archive.store, and: Set(participants.map(\.id)))
    }

    /// Records that all sources were asked for everything until now.
    mutating func recordRequest() { lastRequest = max(lastRequest, time.now()) }

    mutating func record(_ step: String) {
        log.append(step)
        stepWatch.begin(step)
    }

    // MARK: Processes

    /// Ends the process normally and starts the next one.
    mutating func restart() async throws {
        await engine.waitUntilIdle()
        let left = try await look()
        try await archive.restart()
        try await begin(finding: left)
    }

    /// Crashes the process, unless it already has, and starts the next one. No source may be silent.
    mutating func crash() async throws {
        isUnsaved = true
        isUnreported = true
        process.crash()
        await engine.waitUntilIdle()
        let left = try await look()
        try await archive.crash()
        try await begin(finding: left)
    }

    /// 23: the next process finds the state that the last one left, and the store is sound.
    private mutating func begin(finding left: VisibleTrack) async throws {
        // The requests of a process end with it, including cancelled ones.
        for participant in participants { await participant.source.waitUntilIdle() }
        let found = try await look()
        guard found == left else { throw InvariantViolation("23: a restart changes what is there") }
        let failures = try await archive.failures()
        guard failures.isEmpty else { throw InvariantViolation("23: \(failures.joined(separator: "; "))") }
        try await archive.store.adopt(classifier)
        process = ProcessStore(await archive.store)
        engine = StandardEngine(controlUnit: controlUnit, store: process, time: time, processor: processor)
    }
}
