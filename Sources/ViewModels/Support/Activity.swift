/// Counts the running work of view-models, so that tests can wait exactly until there is none.
///
/// Work is counted before it starts, so there is no moment between the request and its first step in which nothing
/// seems to run.
public final class Activity {
    private var running = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Makes a counter at zero.
    public init() {}

    /// Starts `work` and counts it until it ends. The caller is responsible for cancelling the task.
    @discardableResult
    public func run(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        running += 1
        return Task {
            await work()
            running -= 1
            guard running == 0 else { return }
            let ready = waiters
            waiters = []
            for waiter in ready { waiter.resume() }
        }
    }

    /// True if no work is running.
    public var isIdle: Bool { running == 0 }

    /// Returns when no work is running.
    public func idle() async {
        guard running > 0 else { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}
