/// Runs the same work again and again, never twice at once: requests during a run lead to one more run after it.
final class CoalescedTask {
    let activity: Activity
    private let work: @MainActor () async -> Void
    private var isRunning = false
    private var requestCount = 0
    /// The number of requests for which the work has run.
    private var finishedCount = 0
    private var waiters: [(request: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(activity: Activity, _ work: @escaping @MainActor () async -> Void) {
        self.activity = activity
        self.work = work
    }

    /// Runs the work, or notes that the present run is out of date.
    func run() {
        requestCount += 1
        guard !isRunning else { return }
        isRunning = true
        activity.run { [self] in
            while finishedCount < requestCount {
                let request = requestCount
                await work()
                finish(upTo: request)
            }
            isRunning = false
        }
    }

    private func finish(upTo request: Int) {
        finishedCount = request
        let ready = waiters.filter { $0.request <= request }
        waiters.removeAll { $0.request <= request }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Returns when the work has run for every request so far. Later requests do not prolong the wait.
    func finish() async {
        guard finishedCount < requestCount else { return }
        await withCheckedContinuation { waiters.append((requestCount, $0)) }
    }
}
