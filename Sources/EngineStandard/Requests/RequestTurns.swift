import DequeModule

/// Lets requests begin one after another. A request that has begun has tens of kilobytes of its own until it ends, most of
/// which only wait for a connection: a thousand at once would take longer to set up than to answer.
///
/// Slow sources hold up the others only for a moment: more requests begin at every ``pause``, whatever has ended. A request
/// that was given up ends its turn at once, even if its source goes on.
struct RequestTurns {
    /// The number of requests that are under way at once while sources answer: more than a network sends at once.
    static let width = 96
    /// The time after which ``more`` requests begin.
    static let pause = Duration.milliseconds(50)
    /// The number of requests that begin after a pause.
    static let more = 64

    /// The serials of the requests that have begun.
    private var underWay: Set<Int> = []
    private var waiting: Deque<(serial: Int, continuation: CheckedContinuation<Void, Never>)> = []

    /// True if a request has not begun.
    var isAnyWaiting: Bool { !waiting.isEmpty }

    /// Begins a request. Returns false if it has to wait.
    mutating func begin(_ serial: Int) -> Bool {
        guard underWay.count < Self.width, waiting.isEmpty else { return false }
        underWay.insert(serial)
        return true
    }

    /// Lets a request wait for its turn.
    mutating func wait(_ serial: Int, _ continuation: CheckedContinuation<Void, Never>) {
        waiting.append((serial, continuation))
    }

    /// Ends a request if it has begun, and lets another begin in its place. A second call has no effect.
    mutating func end(_ serial: Int) {
        guard underWay.remove(serial) != nil else { return }
        if underWay.count < Self.width { beginNext() }
    }

    /// Lets more requests begin after a pause.
    mutating func pauseEnded() {
        for _ in 0..<Self.more { beginNext() }
    }

    /// Lets all requests begin, since they are cancelled.
    mutating func beginAll() {
        while isAnyWaiting { beginNext() }
    }

    private mutating func beginNext() {
        guard let next = waiting.popFirst() else { return }
        underWay.insert(next.serial)
        next.continuation.resume()
    }
}
