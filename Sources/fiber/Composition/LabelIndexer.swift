import EngineConcepts
import FiberConfiguration
import Queries
import Storage
import ViewModels

/// Lets a store decide by a library's topics and rules: makes the classifier, gives it to the store, and sees to it that the
/// store gets done what it does behind commits and changes of labels.
actor LabelIndexer {
    private let store: TrackDatabase
    private let clock: any TimeSource
    private let zone: any LocalZone
    /// Whether this process is the one that works on the store; of several over one store one is.
    private let isInCharge: @Sendable () -> Bool
    private var adopted: (library: Library, classifier: QueryClassifier)?
    private var told: LabelProgress?
    private var toldAt: Duration = .zero
    private var listeners: [Int: AsyncStream<LabelProgress>.Continuation] = [:]
    private var count = 0
    private var alarm: Task<Void, Never>?
    /// Says that there may be something to do.
    private let (due, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// How many tickets are decided about in one transaction by a command that waits for it.
    private static let portion = 1000
    /// How often is looked at what time alone has changed.
    private static let round = Duration.seconds(60)
    /// How many topics have a number key.
    private static let keys = 9
    /// The least time between two reports of progress.
    private static let pause = Duration.milliseconds(200)

    init(
        store: TrackDatabase, clock: any TimeSource, zone: any LocalZone = SystemZone(),
        isInCharge: @escaping @Sendable () -> Bool
    ) {
        self.store = store
        self.clock = clock
        self.zone = zone
        self.isInCharge = isInCharge
    }

    /// What queries are asked in.
    nonisolated func queryContext(of library: Library) -> QueryContext {
        let names = library.sources.reduce(into: [:]) { names, source in names[source.id] = source.name }
        return QueryContext(sourceNames: names) { [zone] in .seconds(zone.secondsAhead(at: $0)) }
    }

    /// The library that it decides by; nil before there is one.
    var library: Library? { adopted?.library }

    /// Decides by this library from now on. What is stored is decided about again by ``finish(_:)``, or in the background
    /// where somebody keeps up.
    func change(to library: Library) async throws {
        if let adopted, adopted.library == library {
            // Labels that are the same may come with other warnings, which whoever follows reads and tells.
            guard adopted.library.warnings != library.warnings else { return }
            self.adopted = (library, adopted.classifier)
            return try await tell(store.labelProgress(), anyway: true)
        }
        let clock = clock
        let classifier = QueryClassifier(
            topics: library.allTopics, rules: library.rules, in: queryContext(of: library), clock: { clock.now() })
        try await store.adopt(classifier)
        adopted = (library, classifier)
        try await tell(store.labelProgress(), anyway: true)
        wake.yield()
    }

    /// Looks for tickets that tell one story among up to so many that nobody has looked at; for who has the right to fetch.
    func findStories(upTo count: Int) async throws {
        for _ in 0..<(count / Self.portion) {
            if try await store.fold(upTo: Self.portion).isComplete { return }
        }
    }

    /// Goes on until all that is stored has been decided about.
    func finish(_ note: (LabelProgress) -> Void = { _ in }) async throws {
        var progress = try await store.labelProgress()
        while !progress.isComplete {
            progress = try await store.classify(upTo: Self.portion)
            note(progress)
        }
    }

    /// Does in the background what there is to do for the store: now, after each commit of `engine`, after each change of
    /// topics and rules, when a rule ends, and every minute, since time decides too. Returns when it is cancelled.
    func keepUp(behind engine: any Engine, _ report: @Sendable (any Error) async -> Void) async {
        let events = engine.events()
        defer { alarm?.cancel() }
        await withDiscardingTaskGroup { [wake] group in
            group.addTask {
                for await event in events {
                    if case .committed = event { wake.yield() }
                }
            }
            wake.yield()
            do {
                try await store.warm((adopted?.library.allTopics ?? []).prefix(Self.keys).map(\.id))
            } catch is CancellationError {
                return group.cancelAll()
            } catch {
                await report(error)
            }
            for await _ in due {
                setAlarm()
                do {
                    try await work()
                } catch is CancellationError {
                    break
                } catch {
                    await report(error)
                }
            }
            group.cancelAll()
        }
    }

    /// Sees to it that there is something to do again when the next rule ends, within a minute at the latest.
    private func setAlarm() {
        let now = clock.now()
        let ends = adopted?.library.rules.nextEnd(after: now)
        let left = ends.map { Duration.milliseconds($0.milliseconds - now.milliseconds) }
        let wait = min(left ?? Self.round, Self.round)
        alarm?.cancel()
        alarm = Task { [clock, wake] in
            // Cancelled means that another alarm was set, or that the sitting has ended.
            do { try await clock.sleep(for: wait) } catch { return }
            wake.yield()
        }
    }

    private func work() async throws {
        try await tell(store.labelProgress())
        guard isInCharge() else { return try await watch() }
        // Another process may have had the store decide by what the library was.
        if let adopted { try await store.adopt(adopted.classifier) }
        try await store.keepUp { await self.tell($0.labels, anyway: $0.stories.hasChanged) }
    }

    /// Tells how far the process is that works on the store, until it is done.
    private func watch() async throws {
        while told?.isComplete == false, !isInCharge() {
            try await clock.sleep(for: .seconds(1))
            try await tell(store.labelProgress())
        }
    }

    /// There is something to do for the store.
    nonisolated func wakeUp() {
        wake.yield()
    }

    /// How far it is, from now on.
    nonisolated func progress() -> AsyncStream<LabelProgress> {
        let (stream, continuation) = AsyncStream<LabelProgress>.makeStream(bufferingPolicy: .bufferingNewest(1))
        Task { await listen(continuation) }
        return stream
    }

    private func listen(_ continuation: AsyncStream<LabelProgress>.Continuation) {
        count += 1
        let id = count
        listeners[id] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(id) }
        }
    }

    private func forget(_ id: Int) {
        listeners[id] = nil
    }

    private func tell(_ progress: LabelProgress, anyway: Bool = false) {
        guard anyway || progress != told else { return }
        // Whoever hears of it reads again what is shown: not after each of hundreds of portions a second.
        let now = clock.elapsed()
        guard anyway || progress.isComplete || now - toldAt >= Self.pause else { return }
        told = progress
        toldAt = now
        for listener in listeners.values { listener.yield(progress) }
    }
}
