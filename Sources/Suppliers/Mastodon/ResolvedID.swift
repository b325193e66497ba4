import Synchronization

/// The server's answers to single questions of a timeline, shared by the copies of a supplier: which list or person it is
/// of, which posts are pinned, and which of those that no page lists exist.
final class ResolvedID: Sendable {
    private struct State {
        var id: String?
        var pins: Set<String>?
        var present: Set<String> = []
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

    /// Returns true if the server had this item although a page did not list it.
    func isPresent(_ item: String) -> Bool {
        state.withLock { $0.present.contains(item) }
    }

    /// Notes that the server has an item that a page did not list.
    func notePresent(_ item: String) {
        state.withLock { _ = $0.present.insert(item) }
    }

    /// Forgets everything.
    func forget() {
        state.withLock { $0 = State() }
    }
}
