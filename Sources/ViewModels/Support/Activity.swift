/// Counts the work that view-models have under way, so that somebody can wait, exactly, until there is none.
///
/// Work is counted before it starts: between asking for it and its first step nobody can see "idle".
public final class Activity {
    private var running = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Makes a counter at zero.
    public init() {}

    /// Starts `work` and counts it until it ends. Whoever starts it owns the task's cancellation.
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

    /// Whether no work is under way.
    public var isIdle: Bool { running == 0 }

    /// Returns when no work is under way.
    public func idle() async {
        guard running > 0 else { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}
