public import EngineConcepts
import Synchronization
public import ViewModels

/// Notes on authors in memory, with lists that only a test changes.
public final class FakeNotes: CommentaryManaging {
    private nonisolated struct State {
        var own: [AuthorKey: AuthorNote] = [:]
        var lists: [String: [AuthorKey: AuthorNote]] = [:]
        var failures: [Message] = []
        var listeners: [AsyncStream<CommentaryState>.Continuation] = []

        var current: CommentaryState {
            CommentaryState(commentary: Commentary(own: own, lists: lists), failures: failures)
        }
    }

    private let shared = Mutex(State())

    /// Makes notes.
    public init() {}

    /// Returns the notes.
    public nonisolated func state() async -> CommentaryState { shared.withLock(\.current) }

    /// Writes a note under the first key of the author.
    public nonisolated func write(
        _ note: AuthorNote?, on author: Author, in source: SupplierID
    ) async throws -> AuthorNote? {
        let keys = AuthorKey.keys(of: author, in: source)
        return shared.withLock { state in
            guard let key = keys.first(where: { state.own[$0] != nil }) ?? keys.first else { return nil }
            let former = state.own[key]
            state.own[key] = note
            return former
        }
    }

    /// Replaces the note of a list on an author, and tells listeners.
    public nonisolated func set(_ note: AuthorNote?, of list: String, on author: Author, in source: SupplierID) {
        change { state in
            guard let key = AuthorKey.keys(of: author, in: source).first else { return }
            state.lists[list, default: [:]][key] = note
        }
    }

    /// Replaces the messages about failing lists, and tells listeners.
    public nonisolated func fail(_ failures: [Message]) {
        change { $0.failures = failures }
    }

    private nonisolated func change(_ change: (inout State) -> Void) {
        shared.withLock { state in
            change(&state)
            for listener in state.listeners { listener.yield(state.current) }
        }
    }

    /// Returns the notes after each change by a test.
    public nonisolated func changes() -> AsyncStream<CommentaryState> {
        let (stream, continuation) = AsyncStream<CommentaryState>.makeStream()
        shared.withLock { $0.listeners.append(continuation) }
        return stream
    }
}
