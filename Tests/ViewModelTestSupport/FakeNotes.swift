public import EngineConcepts
public import FiberConfiguration
import Synchronization
public import ViewModels

/// Notes on authors in memory, with lists that only a test changes.
public final class FakeNotes: AuthorNoteManaging {
    private nonisolated struct State {
        var own: [AuthorKey: AuthorNote] = [:]
        var people: [PersonEntry] = []
        var lists: [String: [AuthorKey: AuthorNote]] = [:]
        var failures: [Message] = []
        var listeners: [AsyncStream<AuthorNotesState>.Continuation] = []

        var current: AuthorNotesState {
            AuthorNotesState(
                authorNotes: AuthorNotes(own: own, lists: lists), people: PeopleEntries(people).linked(FakeNotes.keys),
                listFailures: failures)
        }
    }

    private let shared = Mutex(State())

    /// Makes notes.
    public init() {}

    /// Returns the notes.
    public nonisolated func state() async -> AuthorNotesState { shared.withLock(\.current) }

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

    /// Reads the keys of authors. Sources have their ids.
    private nonisolated static let keys = AuthorKeyReader(Library(), kinds: SourceKinds())

    /// Links an author by the first key. Refuses a text that is neither an author nor the name of a person.
    public nonisolated func link(
        _ author: Author, in source: SupplierID, with other: String
    ) async throws -> PeopleEdit {
        let isPerson = shared.withLock { state in state.people.contains { $0.name == other } }
        guard isPerson || Self.keys.key(other) != nil else {
            throw SupplierError(.unsupported, Message("personNotUnderstood", ["author": .text(other)]))
        }
        return edit { people in
            let known = people.first { $0.name == other }
            let own = AuthorKey.text(of: author, in: source, kind: nil, at: nil)
            people.link(
                known.map { [own] + $0.authors } ?? [own, other], named: known?.name, orElse: author.name,
                key: Self.keys.key)
        }
    }

    /// Takes an author out of the person.
    public nonisolated func unlink(_ author: Author, in source: SupplierID) async throws -> PeopleEdit {
        let keys = AuthorKey.keys(of: author, in: source)
        return edit { people in
            let texts = people.flatMap(\.authors).filter { Self.keys.key($0).map(keys.contains) ?? false }
            people.unlink(texts, key: Self.keys.key)
        }
    }

    /// Makes a change of the people.
    public nonisolated func make(_ edit: PeopleEdit) async throws {
        _ = self.edit { edit.apply(to: &$0) }
    }

    private nonisolated func edit(_ edit: (inout [PersonEntry]) -> Void) -> PeopleEdit {
        shared.withLock { state in
            let before = state.people
            edit(&state.people)
            return PeopleEdit(from: before, to: state.people)
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
    public nonisolated func changes() -> AsyncStream<AuthorNotesState> {
        let (stream, continuation) = AsyncStream<AuthorNotesState>.makeStream()
        shared.withLock { $0.listeners.append(continuation) }
        return stream
    }
}
