import Synchronization

/// The server's answers to single questions about a timeline, shared by the copies of a supplier.
final class TimelineCache: Sendable {
    private struct State {
        var id: String?
        var pins: Set<String>?
        var present: Set<String> = []
    }

    private let state = Mutex(State())

    /// The server's identity of the list, the feed or the person of the timeline, or `nil` before the first request.
    var id: String? {
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

    /// Records that the server has an item that a page did not list.
    func recordPresent(_ item: String) {
        state.withLock { _ = $0.present.insert(item) }
    }

    /// Forgets everything.
    func clear() {
        state.withLock { $0 = State() }
    }
}
