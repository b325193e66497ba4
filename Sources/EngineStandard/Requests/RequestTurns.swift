import DequeModule

/// Lets requests begin one after another. A request that has begun has tens of kilobytes of its own until it ends, most of
/// which only wait for a connection: a thousand at once would take longer to set up than to answer.
///
/// Slow sources hold up the others only for a moment: more requests begin at every ``pause``, whatever has ended.
struct RequestTurns {
    /// The number of requests that are under way at once while sources answer: more than a network sends at once.
    static let width = 96
    /// The time after which ``more`` requests begin.
    static let pause = Duration.milliseconds(50)
    /// The number of requests that begin after a pause.
    static let more = 64

    private var underWay = 0
    private var waiting: Deque<CheckedContinuation<Void, Never>> = []

    /// True if a request has not begun.
    var isAnyWaiting: Bool { !waiting.isEmpty }

    /// Begins a request. Returns false if it has to ``wait(_:)``.
    mutating func begin() -> Bool {
        guard underWay < Self.width, waiting.isEmpty else { return false }
        underWay += 1
        return true
    }

    /// Lets a request wait for its turn.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        waiting.append(continuation)
    }

    /// Ends a request, and lets another begin in its place.
    mutating func end() {
        underWay -= 1
        if underWay < Self.width { beginNext() }
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
        underWay += 1
        next.resume()
    }
}
