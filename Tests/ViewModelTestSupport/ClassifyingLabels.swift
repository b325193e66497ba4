public import EngineConcepts
public import EngineTestSupport
public import FiberConfiguration
import Queries
public import ViewModels

/// Topics and rules in memory that label the tickets of a fake Track at once.
public final class ClassifyingLabels: LabelManaging {
    private let track: FakeTrack
    private let now: Timestamp
    private let stored: LibraryStore

    /// Makes topics and rules for `track` at a fixed time.
    public init(_ library: Library, over track: FakeTrack, at now: Timestamp) {
        self.track = track
        self.now = now
        stored = LibraryStore(library: library)
    }

    /// Returns the library.
    public nonisolated func library() async throws -> Library {
        await stored.library
    }

    /// Makes changes fail from now on, or possible again.
    public nonisolated func fail(with error: ConfigurationError?) async { await stored.fail(with: error) }

    /// Changes the library and labels tickets again.
    public nonisolated func update(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library) {
        let (before, after) = try await stored.change(change)
        try await labelTickets(by: after)
        return (before, after)
    }

    /// Returns a stream without pending work.
    public nonisolated func progress() -> AsyncStream<LabelProgress> {
        AsyncStream { _ in }
    }

    /// Labels everything in the Track.
    public nonisolated func labelTickets() async throws {
        try await labelTickets(by: await stored.library)
    }

    private nonisolated func labelTickets(by library: Library) async throws {
        let now = now
        let classifier = QueryClassifier(topics: library.allTopics, rules: library.rules, now: { now })
        let effects = Dictionary(uniqueKeysWithValues: library.rules.map { ($0.id, $0.effect) })
        let window = try await track.window(WindowRequest(anchor: .top, above: 0, below: 10_000, view: .all))
        for case .ticket(let entry) in window.rows {
            let classification = classifier.classify(
                TicketFacts(entry.ticket, marks: entry.marks, isLate: entry.isLate))
            track.setClassification(classification, of: entry.ticket.id, effects: effects)
        }
    }

    private actor LibraryStore {
        private(set) var library: Library
        private var failure: ConfigurationError?

        init(library: Library) { self.library = library }

        func fail(with failure: ConfigurationError?) { self.failure = failure }

        func change(_ change: @Sendable (inout Library) -> Void) throws -> (Library, Library) {
            if let failure { throw failure }
            let before = library
            change(&library)
            return (before, library)
        }
    }
}
