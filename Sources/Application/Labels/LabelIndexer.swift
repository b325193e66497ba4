package import EngineConcepts
import EngineStandard
package import FiberConfiguration
package import Queries
import Storage
import Synchronization
import ViewModels

/// Keeps a store's labels up to date with the library's topics and rules, and runs the store's background work.
package actor LabelIndexer {
    private let store: TrackDatabase
    private let time: any TimeSource
    /// True if this process is the lease holder.
    private let holdsLease: @Sendable () -> Bool
    /// The notes on authors, or `nil` if there are none.
    private let notes: AuthorNoteService?
    /// The notes and people by which tickets are labelled.
    private let authors = Mutex((notes: AuthorNotes.none, people: People.none))
    /// The library of the last ``change(to:)``, which is adopted in its turn.
    private var wanted: Library?
    private var adopted: Adoption?
    /// The turn of adopting a library. An older one that is adopted meanwhile would replace a newer one.
    private let adoptionTurn = AsyncSlots(perGroup: 1)
    /// The turn of reading or changing the library's file and running what it then has.
    private let libraryTurn = AsyncSlots(perGroup: 1)
    private let reports = Broadcast<LabelProgress>()
    private var lastReportTime: Duration = .zero
    private var timer: Task<Void, Never>?
    /// Yields when there may be work.
    private let (due, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// The number of tickets per transaction while a command waits.
    private static let batchSize = 1000
    /// The number of topics with a digit key.
    private static let digitKeys = 9
    /// The time from the start until background work begins.
    private static let delay = Duration.milliseconds(300)
    /// The least time between two progress reports.
    private static let reportInterval = Duration.milliseconds(200)

    /// A library by which tickets are labelled.
    private struct Adoption {
        let library: Library
        /// The names of its sources that the user has not named; see `Library.currentNames(own:)`.
        let currentNames: [SupplierID: String]
        let classifier: QueryClassifier
    }

    init(
        store: TrackDatabase, time: any TimeSource, notes: AuthorNoteService? = nil,
        holdsLease: @escaping @Sendable () -> Bool
    ) {
        self.store = store
        self.time = time
        self.notes = notes
        self.holdsLease = holdsLease
    }

    /// Returns the context in which queries of `library` are evaluated.
    package nonisolated func queryContext(of library: Library) -> QueryContext {
        let names = library.sources.reduce(into: [:]) { names, source in names[source.id] = source.name }
        let authors = authors.withLock { $0 }
        return QueryContext(
            sourceNames: names, sourceTopics: library.sourceTopics, authorNotes: authors.notes,
            people: authors.people
        ) {
            .seconds(SystemZone().secondsAhead(at: $0))
        }
    }

    /// The current library, or `nil` before ``change(to:)``.
    var library: Library? { adopted?.library }

    /// Does work that reads or changes the library's file and runs the library, one after another: one that was read or written
    /// earlier would otherwise replace a later one. Throws a `CancellationError` if cancelled before its turn.
    nonisolated func inLibraryTurn<Value>(_ work: () async throws -> Value) async throws -> Value {
        guard await libraryTurn.acquire() else { throw CancellationError() }
        defer { libraryTurn.release() }
        return try await work()
    }

    /// Labels tickets by this library from now on. ``finish(_:)`` or ``keepUp(behind:_:)`` relabel what is stored.
    func change(to library: Library) async throws {
        wanted = library
        try await adoptWanted()
    }

    /// Adopts the last library that is wanted, with the current notes and people. Throws a `CancellationError` if cancelled
    /// before its turn.
    private func adoptWanted() async throws {
        guard await adoptionTurn.acquire() else { throw CancellationError() }
        defer { adoptionTurn.release() }
        guard let library = wanted else { return }
        let current = await notes?.follow(library) ?? AuthorNotesState()
        let names = try await library.currentNames(in: store)
        let hasOtherAuthors = authors.withLock { authors in
            defer { authors = (current.authorNotes, current.people) }
            return authors != (current.authorNotes, current.people)
        }
        if let adopted, adopted.library == library, adopted.currentNames == names, !hasOtherAuthors {
            // Equal labels can come with other warnings, which observers show.
            guard adopted.library.warnings != library.warnings else { return }
            self.adopted = Adoption(library: library, currentNames: names, classifier: adopted.classifier)
            try await report(store.labelProgress(), force: true)
            // That progress may be outdated already, or of labels that another process has adopted since.
            wake.yield()
            return
        }
        let adoption = adoption(of: library, named: names)
        try await store.adopt(adoption.classifier)
        adopted = adoption
        try await report(store.labelProgress(), force: true)
        wake.yield()
    }

    private func adoption(of library: Library, named names: [SupplierID: String]) -> Adoption {
        let time = time
        let classifier = QueryClassifier(
            topics: library.allTopics, rules: library.rules,
            unfiltered: Set(library.sources.filter { !$0.isFiltered }.map(\.id)),
            in: queryContext(of: library.named(by: names)), now: { time.now() })
        return Adoption(library: library, currentNames: names, classifier: classifier)
    }

    /// Prepares labels by these names of sources, which the store is to adopt. Never suspends, so that no change of the
    /// library is lost.
    ///
    /// - Returns: True if a name is new.
    private func use(_ newNames: [SupplierID: String]) -> Bool {
        guard let adopted else { return false }
        let names = adopted.currentNames.merging(newNames) { $1 }
        guard names != adopted.currentNames else { return false }
        self.adopted = adoption(of: adopted.library, named: names)
        return true
    }

    /// Labels tickets by the current notes on authors and by the linked people from now on.
    package func notesChanged() async throws { try await adoptWanted() }

    /// Matches all waiting tickets with stories. Requires the lease.
    func matchStories() async throws {
        try await store.rematchIfPeopleChanged()
        while try await !store.matchStories(upTo: Self.batchSize).isComplete {}
    }

    /// Relabels until all stored tickets are done, by the names that sources have by now.
    func finish(_ report: (LabelProgress) -> Void = { _ in }) async throws {
        if let names = try await adopted?.library.currentNames(in: store), use(names), let adopted {
            try await store.adopt(adopted.classifier)
        }
        var progress = try await store.labelProgress()
        while !progress.isComplete {
            // Another process may have adopted other labels meanwhile.
            if let adopted, try await !store.hasLabelsOfClassifier() { try await store.adopt(adopted.classifier) }
            progress = try await store.classify(upTo: Self.batchSize)
            report(progress)
        }
    }

    /// Runs the store's background work until cancelled: after the first frame, after commits and label changes, when a
    /// rule ends, and every minute.
    package func keepUp(
        behind engine: any TrackObserving, _ report: @escaping @Sendable (any Error) async -> Void
    ) async {
        let events = engine.events()
        defer { timer?.cancel() }
        await withDiscardingTaskGroup { [wake] group in
            group.addTask {
                for await event in events {
                    if case .committed = event { wake.yield() }
                }
            }
            group.addTask { await self.followNotes(report) }
            wake.yield()
            do {
                // The first frame needs the processor before all this.
                try await time.sleep(for: Self.delay)
                try await store.warm((adopted?.library.topicsByKey ?? []).prefix(Self.digitKeys).map(\.id))
            } catch is CancellationError {
                return group.cancelAll()
            } catch {
                await report(error)
            }
            for await _ in due {
                setTimer()
                do {
                    try await work(behind: engine)
                } catch is CancellationError {
                    break
                } catch {
                    await report(error)
                }
            }
            group.cancelAll()
        }
    }

    /// Relabels after each change of the notes until cancelled.
    private func followNotes(_ report: @escaping @Sendable (any Error) async -> Void) async {
        guard let notes else { return }
        for await _ in notes.changes() {
            do {
                try await notesChanged()
            } catch is CancellationError {
                return
            } catch {
                await report(error)
            }
        }
    }

    /// Schedules work for when the next rule ends, or else for the next full minute, since time alone changes other things.
    private func setTimer() {
        let now = time.now()
        let ends = adopted?.library.rules.nextEnd(after: now)
        let minute = time.untilNextMinute
        let wait = min(ends.map { $0.since(now) } ?? minute, minute)
        timer?.cancel()
        timer = Task { [time, wake] in
            // Cancelled: another timer was set, or the session has ended.
            do { try await time.sleep(for: wait) } catch { return }
            wake.yield()
        }
    }

    private func work(behind engine: any TrackObserving) async throws {
        try await report(store.labelProgress())
        guard holdsLease() else { return try await watch() }
        // A refresh may have brought names of sources. Those made of addresses stay as long as the library.
        let suppliers = await engine.snapshot.suppliers
        let hasNewNames = adopted.map { use($0.library.ownNames(of: suppliers)) } ?? false
        // Another process may have relabelled the store by an older library.
        if let adopted { try await store.adopt(adopted.classifier) }
        // Observers would not see work that ends within the interval of reports.
        if hasNewNames { try await report(store.labelProgress(), force: true) }
        try await store.rematchIfPeopleChanged()
        let isDone = try await store.runBackgroundWork { await self.report($0.labels, force: $0.stories.hasChanged) }
        if !isDone, adopted != nil { wake.yield() }
    }

    /// Reports the progress of the lease holder until it is done.
    private func watch() async throws {
        while reports.latest?.isComplete == false, !holdsLease() {
            try await time.sleep(for: .seconds(1))
            try await report(store.labelProgress())
        }
    }

    /// Signals that the store has work.
    package nonisolated func wakeUp() { wake.yield() }

    /// Returns progress reports from now on.
    nonisolated func progress() -> AsyncStream<LabelProgress> { reports.values() }

    private func report(_ progress: LabelProgress, force: Bool = false) {
        guard force || progress != reports.latest else { return }
        // Observers reload what they show, so hundreds of reports a second would be too many.
        let now = time.elapsed()
        guard force || progress.isComplete || now - lastReportTime >= Self.reportInterval else { return }
        lastReportTime = now
        reports.send(progress)
    }
}
