import EngineConcepts
import FiberConfiguration
import Queries
import ViewModels

/// Lets a store decide by a library's topics and rules: makes the classifier, gives it to the store, and goes on until the
/// store has decided about everything that it holds.
actor LabelDesk {
    private let store: any LabelStore
    private let clock: any TimeSource
    private let zone: any LocalZone
    private var listeners: [Int: AsyncStream<LabelProgress>.Continuation] = [:]
    private var count = 0
    private var sweep: Task<Void, Never>?
    private var adopted: Library?

    /// How many tickets are decided about in one transaction: short enough that a commit does not wait for it.
    private static let portion = 500

    init(store: any LabelStore, clock: any TimeSource, zone: any LocalZone = SystemZone()) {
        self.store = store
        self.clock = clock
        self.zone = zone
    }

    /// What queries are asked in.
    nonisolated func surroundings(of library: Library) -> QuerySurroundings {
        let names = library.sources.reduce(into: [:]) { names, source in names[source.id] = source.name }
        return QuerySurroundings(sourceNames: names) { [zone] in .seconds(zone.secondsAhead(at: $0)) }
    }

    /// Decides by this library from now on. What is stored is not decided about again before ``finish(_:)`` or
    /// ``keepUp()``.
    func adopt(_ library: Library) async throws {
        adopted = library
        let clock = clock
        try await store.adopt(
            QueryClassifier(
                topics: library.allTopics, rules: library.rules, in: surroundings(of: library),
                clock: { clock.now() }))
        tell(try await store.labelProgress())
    }

    /// Goes on until all that is stored has been decided about.
    func finish(_ note: (LabelProgress) -> Void = { _ in }) async throws {
        guard try await !store.labelProgress().isComplete else { return }
        while true {
            let progress = try await store.classify(upTo: Self.portion)
            note(progress)
            guard !progress.isComplete else { return }
        }
    }

    /// Goes on in the background until all is decided about, and from then on, every minute, with what time has changed,
    /// and with what other programs have changed in the library. Returns when it is cancelled.
    func keepUp(with manager: any LabelManaging, _ report: (any Error) async -> Void) async {
        while !Task.isCancelled {
            do {
                let library = try await manager.library()
                if library != adopted { try await adopt(library) }
                try await catchUp()
            } catch {
                await report(error)
            }
            // Cancelled means that the sitting has ended.
            do { try await clock.sleep(for: .seconds(60)) } catch { return }
        }
    }

    /// Goes on until all that is stored has been decided about, telling how far that is.
    private func catchUp() async throws {
        var said = try await store.labelProgress()
        while !said.isComplete, !Task.isCancelled {
            said = try await store.classify(upTo: Self.portion)
            tell(said)
            await Task.yield()
        }
    }

    /// Decides by a changed library, in the background from now on.
    func change(to library: Library) async throws {
        try await adopt(library)
        guard sweep == nil else { return }
        sweep = Task { [weak self] in await self?.sweepOnce() }
    }

    private func sweepOnce() async {
        do {
            try await catchUp()
        } catch {
            // Whoever keeps up tries again within a minute, and says so where it cannot.
            tell(.nothing)
        }
        sweep = nil
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

    private func tell(_ progress: LabelProgress) {
        for listener in listeners.values { listener.yield(progress) }
    }
}

/// Topics and rules as `library.toml` and the store have them.
struct FollowedLabels: LabelManaging {
    let file: LibraryFile
    let desk: LabelDesk

    func library() async throws -> Library {
        try file.read()
    }

    func update(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library) {
        var before = Library()
        let after = try file.update { library in
            before = library
            change(&library)
        }
        try await desk.change(to: after)
        return (before, after)
    }

    func progress() -> AsyncStream<LabelProgress> {
        desk.progress()
    }
}

/// Topics and rules that last as long as the program, as those of the sample.
actor PassingLabels: LabelManaging {
    private var current: Library
    private let desk: LabelDesk

    init(_ library: Library, desk: LabelDesk) {
        current = library
        self.desk = desk
    }

    func library() async throws -> Library { current }

    func update(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library) {
        let before = current
        change(&current)
        let after = current
        if after != before { try await desk.change(to: after) }
        return (before, after)
    }

    nonisolated func progress() -> AsyncStream<LabelProgress> {
        desk.progress()
    }
}
