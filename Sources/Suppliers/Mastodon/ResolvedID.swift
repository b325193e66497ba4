import Synchronization

/// The server's description of a list or a person, shared by the copies of a supplier.
final class ResolvedID: Sendable {
    private struct State {
        var id: String?
        var pins: Set<String>?
    }

    private let state = Mutex(State())

    /// The server's identity, or `nil` before the first request.
    var value: String? {
        get { state.withLock(\.id) }
        set { state.withLock { $0.id = newValue } }
    }

    /// The identities of the posts that the person has pinned, or `nil` before the first request.
    var pins: Set<String>? {
        get { state.withLock(\.pins) }
        set { state.withLock { $0.pins = newValue } }
    }

    /// Forgets everything.
    func forget() {
        state.withLock { $0 = State() }
    }
}
