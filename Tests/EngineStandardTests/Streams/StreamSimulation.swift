import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import TestSupport

/// A random simulation of streams that connect, lag, break, repeat, reorder, edit and delete, beside refreshes, fills and
/// crashes. The truth is kept independently of the engine.
struct StreamSimulation {
    /// A source with a stream.
    private struct Source {
        let supplier: ScriptedSupplier
        var truth: SourceTruth
        /// Events that the source has not sent yet. They are lost if the connection breaks.
        var lag: [StreamBatch] = []
        /// True if the connection is established.
        var isConnected = false
        /// The number of connections so far.
        var connections = 0
        /// True if the connection is broken, so that the engine waits before the next one.
        var isBroken = false
        /// The versions of each post that the engine may have stored: all since the last one that it certainly has.
        var versions: [String: Set<String>] = [:]
        /// The posts whose deletion the engine knows.
        var deleted: Set<String> = []
        /// The posts that were deleted while nobody listened.
        var lost: Set<String> = []
        var count = 0
    }

    private let archive = MemoryArchive()
    private let time = ManualTimeSource()
    /// Its clock never moves, so that a setup can take as long as the machine needs.
    private let controlUnit = ModularControlUnit(time: ManualTimeSource())
    /// Pauses are so long that only ``connect()`` ends them.
    private let limits = StreamLimits(firstDelay: .seconds(20_000), maximumDelay: .seconds(20_000), closesGaps: false)
    private var random: SeededGenerator
    private var process: ProcessStore
    private var engine: StandardEngine
    private var sources: [Source] = []
    private var visible = VisibleTrack.empty
    private(set) var log: [String] = []

    init(seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        process = ProcessStore(archive.store)
        engine = StandardEngine(
            controlUnit: controlUnit, store: process, time: time, limits: EngineLimits(streams: limits),
            random: SeededGenerator(seed: seed))
        for index in 0..<Int.random(in: 1...4, using: &random) {
            let source = ScriptedSource()
            source.behavior.page = Int.random(in: 3...20, using: &random)
            source.behavior.overlap = random.chance(30) ? 2 : 0
            source.behavior.shortBy = random.chance(20) ? 2 : 0
            let traits = SupplierTraits(
                pagesNewer: random.chance(50), readsTimeRanges: random.chance(30),
                maximumPageItems: Int.random(in: 3...60, using: &random), streams: true)
            let supplier = ScriptedSupplier(SupplierID("log:\(index)"), source, traits: traits, time: time)
            controlUnit.add(supplier, for: supplier.id.rawValue)
            sources.append(
                Source(
                    supplier: supplier,
                    truth: SourceTruth(
                        id: supplier.id, lossRules: LossRules(source.behavior, traits), description: "\(traits)")))
            sources[index].truth.isStreamed = true
        }
        for index in sources.indices {
            for _ in 0..<Int.random(in: 0...30, using: &random) { write(to: index) }
        }
        engine.refresh()
        await engine.waitUntilIdle()
        engine.resumeStreams()
        await awaitConnections()
        visible = try await look()
    }

    // MARK: Steps

    mutating func performStep() async throws {
        let index = Int.random(in: sources.indices, using: &random)
        let before = visible
        var events: AsyncStream<EngineEvent>? = engine.events()
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: write(to: index)
        case 30..<36: edit(index)
        case 36..<40: delete(index)
        case 40..<58: await deliver(index, isComplete: random.chance(50))
        case 58..<68: await claim(index)
        case 68..<74: await breakConnection(index)
        case 74..<82: await connect()
        case 82..<88:
            record("refresh")
            engine.refresh()
        case 88..<93: fill()
        case 93..<97: await race(index)
        default:
            try await crash()
            events = nil
        }
        await settle()
        visible = try await look()
        let checks = ChangeChecks(from: before, to: visible)
        if let events {
            try checks.check(
                reported: await events.changes(after: before.record.version, upTo: visible.record.version))
        }
        try checks.check()
        for index in sources.indices {
            sources[index].truth.inTransit = Set(sources[index].lag.flatMap { $0.items.map(\.id) })
        }
        try TrackChecks(visible, sources.map(\.truth)).check()
        try checkContent()
    }

    /// Ends the streams, fills everything and checks that nothing is missing.
    mutating func complete() async throws {
        engine.pauseStreams()
        // A paused stream no longer waits for its next connection.
        for index in sources.indices {
            sources[index].isBroken = false
            sources[index].truth.inTransit = []
        }
        await settle()
        pass(2)
        engine.refresh()
        await engine.waitUntilIdle()
        for _ in 0..<500 {
            guard let gap = await engine.snapshot.gaps.first(where: \.canBeFilled) else { break }
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.waitUntilIdle()
        }
        visible = try await look()
        try TrackChecks(visible, sources.map(\.truth)).check()
        try TrackChecks(visible, sources.map(\.truth)).checkCompleteness()
    }

    private mutating func record(_ step: String) { log.append("\(time.now().milliseconds) \(step)") }

    private mutating func pass(_ seconds: Int) { time.advance(by: .seconds(seconds)) }

    /// Adds a post of now. Time passes sometimes before, so that posts share seconds and instants.
    private mutating func write(to index: Int) {
        if random.chance(70) { time.advance(by: .milliseconds(Int.random(in: 1...3_000, using: &random))) }
        sources[index].count += 1
        let post = ScriptedSource.Post(
            id: "p\(sources[index].count)", time: time.now(), order: Int64.random(in: 0...2, using: &random),
            text: "first")
        record("\(post.id) of \(sources[index].supplier.id)")
        sources[index].supplier.source.add([post])
        sources[index].truth.onTime[post.id] = post
        sources[index].versions[post.id] = ["first"]
        say(StreamBatch(items: [post.item()]), by: index)
    }

    private mutating func edit(_ index: Int) {
        guard var post = sources[index].supplier.source.posts.randomElement(using: &random) else { return }
        time.advance(by: .milliseconds(5))
        post.text = "edited at \(time.now().milliseconds)"
        post.edited = time.now()
        record("\(post.id) of \(sources[index].supplier.id) is edited")
        sources[index].supplier.source.edit(post.id, text: post.text, at: post.edited)
        sources[index].versions[post.id, default: []].insert(post.text)
        say(StreamBatch(items: [post.item()]), by: index)
    }

    private mutating func delete(_ index: Int) {
        guard let post = sources[index].supplier.source.posts.randomElement(using: &random) else { return }
        record("\(post.id) of \(sources[index].supplier.id) is deleted")
        sources[index].supplier.source.delete(post.id)
        sources[index].truth.onTime[post.id] = nil
        sources[index].lost.insert(post.id)
        say(StreamBatch(deleted: [post.id]), by: index)
    }

    /// Queues an event of the stream, if there is a connection.
    private mutating func say(_ batch: StreamBatch, by index: Int) {
        guard sources[index].isConnected else { return }
        sources[index].lag.append(batch)
        if random.chance(15) { sources[index].lag.append(batch) }
    }

    /// Sends what lags behind, all or some of it, in any order.
    private mutating func deliver(_ index: Int, isComplete: Bool = true) async {
        record("\(sources[index].supplier.id) sends of \(sources[index].lag.count)")
        var batches = random.chance(50) ? sources[index].lag : sources[index].lag.shuffled(using: &random)
        // The rest stays on its way, although it can be older than what arrives now.
        let rest = isComplete ? 0 : Int.random(in: 0...batches.count, using: &random)
        sources[index].lag = Array(batches.suffix(rest))
        batches.removeLast(rest)
        for batch in batches { sources[index].supplier.live.send(.batch(batch)) }
        for item in batches.flatMap(\.deleted) { sources[index].deleted.insert(item) }
        if random.chance(20) { sources[index].supplier.live.send(.keepAlive) }
        if random.chance(30) { pass(Int.random(in: 1...5, using: &random)) }
    }

    private mutating func claim(_ index: Int) async {
        guard sources[index].isConnected else { return }
        await deliver(index)
        record("\(sources[index].supplier.id) claims")
        sources[index].supplier.live.send(.claim(upTo: time.now()))
    }

    /// Breaks a connection. What was not sent is lost.
    private mutating func breakConnection(_ index: Int) async {
        guard sources[index].isConnected else { return }
        record("\(sources[index].supplier.id) breaks, with \(sources[index].lag.count) unsent")
        sources[index].lag = []
        sources[index].isConnected = false
        sources[index].isBroken = true
        sources[index].supplier.live
            .send(
                .disconnected(random.chance(50) ? SupplierError(.unreachable, "It broke.") : nil))
    }

    /// Lets the engine connect again after its pauses, and establishes some of the open connections.
    private mutating func connect() async {
        record("streams connect")
        if sources.contains(where: \.isBroken) { pass(20_000) }
        await awaitConnections()
        for index in sources.indices where !sources[index].isConnected && random.chance(70) {
            record("\(sources[index].supplier.id) connects")
            sources[index].isConnected = true
            sources[index].supplier.live.send(.connected(from: time.now()))
        }
    }

    private mutating func awaitConnections() async {
        for index in sources.indices where sources[index].isBroken || sources[index].connections == 0 {
            sources[index].connections += 1
            sources[index].isBroken = false
            await sources[index].supplier.live.waitForConnections(sources[index].connections)
        }
    }

    private mutating func fill() {
        guard let gap = visible.record.gaps.randomElement(using: &random) else { return }
        record("fill \(gap.id) \(gap.kind)")
        engine.fill(gap.id, from: random.chance(30) ? .older : .newer, amount: random.chance(30) ? .all : .pool)
    }

    /// Lets a stream deliver while a refresh has read its source and waits for another.
    private mutating func race(_ index: Int) async {
        guard sources.count > 1 else { return }
        let silent = (index + 1) % sources.count
        record("\(sources[silent].supplier.id) delays a refresh")
        let source = sources[silent].supplier.source
        let requests = source.requests.count
        source.behavior.isSilent = true
        let events = engine.events()
        let refresh = engine.refresh()
        for await event in events {
            if case .progress(refresh, let progress) = event, progress.answeredCount >= sources.count - 1 { break }
            if case .fill(refresh, _, let state) = event, state.isFinal { break }
        }
        guard source.requests.count > requests else { return source.answerAll() }
        for _ in 0..<3 { write(to: index) }
        edit(index)
        if random.chance(50) { delete(index) }
        await deliver(index)
        await settleStreams()
        source.answerAll()
    }

    /// Ends the process without warning. The next one continues with what is stored.
    private mutating func crash() async throws {
        record("crash")
        process.crash()
        await engine.waitUntilIdle()
        let left = try await look()
        process = ProcessStore(archive.store)
        engine = StandardEngine(
            controlUnit: controlUnit, store: process, time: time, limits: EngineLimits(streams: limits),
            random: SeededGenerator(seed: UInt64(log.count)))
        guard try await look() == left else { throw InvariantViolation("23: a crash changes what is there") }
        await engine.suppliersChanged()
        for index in sources.indices { sources[index].connections = sources[index].supplier.live.connections + 1 }
        engine.resumeStreams()
        for index in sources.indices {
            sources[index].lag = []
            sources[index].isConnected = false
            sources[index].isBroken = false
            await sources[index].supplier.live.waitForConnections(sources[index].connections)
        }
    }

    // MARK: Checks

    private func settle() async {
        await settleStreams()
        await engine.waitUntilIdle()
        await settleStreams()
    }

    private func settleStreams() async {
        for source in sources { await source.supplier.live.waitUntilRead() }
        await engine.flushStreams()
        // The broken ones wait for their next connection.
        await time.waitForSleepers(sources.count(where: \.isBroken))
    }

    private func look() async throws -> VisibleTrack {
        try await VisibleTrack(of: archive.store, and: Set(sources.map(\.truth.id)))
    }

    /// 4, 16: every stored post has a version that its source has sent, and no post is there whose deletion is known.
    private mutating func checkContent() throws {
        for entry in visible.rows.compactMap(\.entry) {
            guard let source = sources.first(where: { $0.truth.id == entry.ticket.supplier }) else { continue }
            let text = entry.ticket.body.text.source
            guard source.versions[entry.ticket.id.item]?.contains(text) ?? false else {
                throw InvariantViolation("16: \(entry.ticket.id) says \(text)")
            }
            guard !source.deleted.contains(entry.ticket.id.item) else {
                throw InvariantViolation("16: \(entry.ticket.id) was deleted, and is shown")
            }
        }
    }
}
