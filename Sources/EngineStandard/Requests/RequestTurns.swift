import DequeModule

/// A queue that limits how many requests run at once. Each running request has tens of kilobytes of its own, and most of
/// them only wait for a connection: a thousand at once would take longer to set up than to answer.
///
/// Slow sources delay the others only for a moment: more requests start after each ``pause``, whatever has ended.
struct RequestTurns {
    /// The number of requests that run at once while sources answer: more than a network sends at once.
    static let limit = 96
    /// The time after which ``countPerPause`` more requests start.
    static let pause = Duration.milliseconds(50)
    /// The number of requests that start after a pause, whatever the ``limit``.
    static let countPerPause = 64

    private var runningCount = 0
    private var waiting: Deque<CheckedContinuation<Void, Never>> = []

    /// True if a request waits for its turn.
    var isAnyWaiting: Bool { !waiting.isEmpty }

    /// Starts a request. Returns false if it has to ``wait(_:)``.
    mutating func start() -> Bool {
        guard runningCount < Self.limit, waiting.isEmpty else { return false }
        runningCount += 1
        return true
    }

    /// Adds a request to those that wait.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        waiting.append(continuation)
    }

    /// Ends a request and starts another in its place.
    mutating func end() {
        runningCount -= 1
        if runningCount < Self.limit { startNext() }
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
        runningCount += 1
        next.resume()
    }
}
