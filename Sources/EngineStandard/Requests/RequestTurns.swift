import DequeModule

/// A queue that limits how many requests run at once. Each running request has tens of kilobytes of its own, and most of
/// them only wait for a connection: a thousand at once would take longer to set up than to answer.
///
/// Slow sources delay the others only for a moment: more requests start after each ``pause``, whatever has ended. A request
/// that was given up ends its turn at once, even if its source continues.
struct RequestTurns {
    /// The number of requests that run at once while sources answer: more than a network sends at once.
    static let maximumRunning = 96
    /// The time after which ``countPerPause`` more requests start.
    static let pause = Duration.milliseconds(50)
    /// The number of requests that start after a pause, whatever the ``maximumRunning``.
    static let countPerPause = 64

    /// The serials of the requests that run.
    private var running: Set<Int> = []
    private var waiting: Deque<(serial: Int, continuation: CheckedContinuation<Void, Never>)> = []

    /// True if a request waits for its turn.
    var isAnyWaiting: Bool { !waiting.isEmpty }

    /// Starts a request. Returns false if it has to wait.
    mutating func start(_ serial: Int) -> Bool {
        guard running.count < Self.maximumRunning, waiting.isEmpty else { return false }
        running.insert(serial)
        return true
    }

    /// Adds a request to those that wait.
    mutating func wait(_ serial: Int, _ continuation: CheckedContinuation<Void, Never>) {
        waiting.append((serial, continuation))
    }

    /// Ends a request if it runs, and starts another in its place. A second call has no effect.
    mutating func end(_ serial: Int) {
        guard running.remove(serial) != nil else { return }
        if running.count < Self.maximumRunning { startNext() }
    }

    /// Starts more requests after a pause.
    mutating func startMore() {
        for _ in 0..<Self.countPerPause { startNext() }
    }

    /// Starts all waiting requests.
    mutating func startAll() {
        while isAnyWaiting { startNext() }
    }

    private mutating func startNext() {
        guard let next = waiting.popFirst() else { return }
        running.insert(next.serial)
        next.continuation.resume()
    }
}
