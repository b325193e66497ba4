import EngineConcepts
import Synchronization

/// The memory of one account's server: in this process, and in the store once it is restored from there.
final class ServerMemoryCache: Sendable {
    private struct State {
        var memory = ServerMemory()
        /// The store of the memory, or `nil` to keep it in this process only.
        var store: ServerMemoryStore?
    }

    private let state = Mutex(State())

    /// The form of the server's identifiers in the words of its network, or `nil` before the first.
    var idFormat: String? { state.withLock(\.memory.idFormat) }

    /// Sets and stores the form of the server's identifiers.
    func setIDFormat(_ format: String) async {
        guard idFormat != format else { return }
        state.withLock { $0.memory.idFormat = format }
        do {
            try await save()
        } catch {
            // The next process learns it from its first page.
        }
    }

    /// Sets the form of the server's identifiers unless it is known. Does not store it.
    func assumeIDFormat(_ format: String?) {
        state.withLock { $0.memory.idFormat = $0.memory.idFormat ?? format }
    }

    /// The server's last description of itself, or `nil` before the first.
    var server: ServerMemory.Server? { state.withLock(\.memory.server) }

    /// Changes the server's description of itself, and stores it if it is another one.
    func changeServer(_ change: (inout ServerMemory.Server?) -> Void) async throws {
        let isChanged = state.withLock { state in
            let previous = state.memory.server
            change(&state.memory.server)
            return state.memory.server != previous
        }
        if isChanged { try await save() }
    }

    /// Returns the attempts at an action that creates a post, or `nil` before the first.
    func attempt(at action: ActionID) -> ServerMemory.PostAttempt? {
        state.withLock { $0.memory.attempts[action.rawValue] }
    }

    /// Changes and stores what is known of the attempts at an action that creates a post. If it cannot be stored, it is
    /// known until the program ends.
    func changeAttempt(
        at action: ActionID, now: Timestamp, _ change: (inout ServerMemory.PostAttempt) -> Void
    ) async throws(SupplierError) {
        state.withLock { $0.memory.changeAttempt(at: action, now: now, change) }
        do {
            try await save()
        } catch {
            throw SupplierError(.unreachable, Message(error))
        }
    }

    /// Removes the attempts at an action that has ended.
    func removeAttempt(at action: ActionID) async {
        guard state.withLock({ $0.memory.attempts.removeValue(forKey: action.rawValue) }) != nil else { return }
        do {
            try await save()
        } catch {
            // It expires after a while.
        }
    }

    /// Restores the stored memory, unless that was done before.
    func restore(from store: ServerMemoryStore) async throws {
        guard state.withLock({ $0.store == nil }) else { return }
        let stored = try await store.read()
        state.withLock { state in
            guard state.store == nil else { return }
            let present = state.memory
            state.store = store
            state.memory = stored
            state.memory.server = present.server ?? stored.server
            state.memory.idFormat = present.idFormat ?? stored.idFormat
            state.memory.attempts.merge(present.attempts) { _, present in present }
        }
    }

    /// Stores the memory. What changes meanwhile is stored by a further write, so that the last one counts.
    private func save() async throws {
        var written: ServerMemory?
        while true {
            let (store, memory) = state.withLock { ($0.store, $0.memory) }
            guard let store, memory != written else { return }
            try await store.write(memory)
            written = memory
        }
    }
}
