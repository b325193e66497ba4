public import EngineConcepts
public import EngineTestSupport
import TestSupport

/// Sources whose whole history follows from a seed: their content at any time is the same for every process. A
/// process that lost its memory in a crash can recompute it.
public struct SimulatedSources: Sendable {
    /// The behaviour and history of one source.
    private struct SimulatedSource {
        let id: SupplierID
        let traits: SupplierTraits
        let behavior: ScriptedSource.Behavior
        let events: [Event]
    }

    private struct Event {
        let post: ScriptedSource.Post
        let edited: Timestamp?
        let deleted: Timestamp?
    }

    private let sources: [SimulatedSource]

    /// The beginning of all histories and the clock of the first process.
    public static let beginning = Timestamp(seconds: 1_800_000_000)

    /// Creates the histories for this seed.
    public init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        sources = (0..<Int.random(in: 2...5, using: &random)).map { SimulatedSources.source($0, &random) }
    }

    private static func source(_ index: Int, _ random: inout SeededGenerator) -> SimulatedSource {
        let isWindow = random.chance(40)
        let traits =
            isWindow
            ? SupplierTraits(shape: .window, pagesOlder: false)
            : SupplierTraits(
                pagesNewer: random.chance(50), readsTimeRanges: random.chance(30),
                maximumPageItems: Int.random(in: 3...60, using: &random))
        var behavior = ScriptedSource.Behavior()
        behavior.page = Int.random(in: 3...40, using: &random)
        behavior.overlap = random.chance(30) ? 2 : 0
        behavior.keeps = isWindow ? Int.random(in: 10...60, using: &random) : nil
        behavior.answersNotModified = isWindow
        let events = (0..<Int.random(in: 50...250, using: &random))
            .map { number -> Event in
                let time = beginning.advanced(
                    by: .milliseconds(Int64.random(in: -400_000_000...400_000_000, using: &random)))
                let edited =
                    random.chance(10) ? time.advanced(by: .seconds(Int.random(in: 1...90_000, using: &random))) : nil
                let deleted =
                    random.chance(6) ? time.advanced(by: .seconds(Int.random(in: 1...90_000, using: &random))) : nil
                return Event(
                    post: ScriptedSource.Post(id: "p\(number)", time: time, text: "first"), edited: edited,
                    deleted: deleted)
            }
        return SimulatedSource(
            id: SupplierID(isWindow ? "window:\(index)" : "log:\(index)"), traits: traits, behavior: behavior,
            events: events)
    }

    /// Returns the suppliers with empty sources.
    public func suppliers(time: any TimeSource) -> [ScriptedSupplier] {
        sources.enumerated()
            .map { index, simulated in
                let source = ScriptedSource()
                source.behavior = simulated.behavior
                var traits = simulated.traits
                let repetition: ActionRepetition = index.isMultiple(of: 2) ? .safe : .unsafe
                traits.actions = [.like: repetition, .boost: repetition]
                return ScriptedSupplier(simulated.id, source, traits: traits, time: time)
            }
    }

    /// Fills a supplier's source with its content at `now`.
    public func write(_ supplier: ScriptedSupplier, at now: Timestamp) {
        guard let source = sources.first(where: { $0.id == supplier.id }) else { return }
        let happened = source.events.filter { $0.post.time <= now }
        supplier.source.replace(
            happened.filter { !Self.isDeleted($0, at: now) }
                .map { event in
                    var post = event.post
                    post.text = event.edited.map { $0 <= now } ?? false ? "edited" : post.text
                    return post
                },
            deleted: happened.filter { Self.isDeleted($0, at: now) }.map(\.post.id))
    }

    /// Returns the expected Track at `now`.
    public func expectations(at now: Timestamp) -> [SourceTruth] {
        sources.map { source in
            var truth = SourceTruth(
                id: source.id, lossRules: LossRules(source.behavior, source.traits),
                description: "\(source.behavior) \(source.traits)")
            truth.losses.record(forgotten: Self.forgotten(source, until: now))
            for event in source.events where event.post.time <= now && !Self.isDeleted(event, at: now) {
                truth.onTime[event.post.id] = event.post
            }
            return truth
        }
    }

    /// Returns the newest post that a source has ever dropped before `now`.
    private static func forgotten(_ source: SimulatedSource, until now: Timestamp) -> ScriptedSource.Post? {
        guard let keeps = source.behavior.keeps else { return nil }
        var losses = Losses()
        let turns = source.events.flatMap { [$0.post.time, $0.deleted].compactMap(\.self) } + [now]
        for turn in turns where turn <= now && turn >= beginning || turn == now {
            let there = source.events.filter { $0.post.time <= turn && !isDeleted($0, at: turn) }.map(\.post)
            losses.record(forgotten: there.sorted(by: ScriptedSource.Post.precedes).dropFirst(keeps).first)
        }
        return losses.forgotten
    }

    private static func isDeleted(_ event: Event, at now: Timestamp) -> Bool {
        event.deleted.map { $0 <= now } ?? false
    }
}
