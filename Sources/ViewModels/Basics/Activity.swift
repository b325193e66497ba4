import EngineConcepts

/// Counts the running work of view-models: keys wait for some of it, and tests exactly until there is none.
///
/// Work is counted before it starts, so there is no moment between the request and its first step in which nothing
/// seems to run.
public final class Activity {
    private var runningCount = 0
    /// The part of ``runningCount`` that waits for other programs.
    private var programs = 0
    /// The part of ``runningCount`` for which keys wait.
    private var holdingCount = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var settledWaiters: [CheckedContinuation<Void, Never>] = []
    /// Called when ``holdsInput`` becomes false.
    public var onInputReleased: (() -> Void)?

    /// Starts `work` and counts it until it ends. The caller is responsible for cancelling the task.
    @discardableResult
    public func run(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        runningCount += 1
        return Task {
            await work()
            runningCount -= 1
            if isSettled { settledWaiters.resumeAll() }
            if isIdle { waiters.resumeAll() }
        }
    }

    /// Starts `work` on which the next keys depend, such as the opening of a screen.
    public func runHoldingInput(_ work: @escaping @MainActor () async -> Void) {
        holdingCount += 1
        run {
            await work()
            self.holdingCount -= 1
            if !self.holdsInput { self.onInputReleased?() }
        }
    }

    /// Starts `work` that waits for another program, which may run for hours. ``settled()`` does not wait for it.
    @discardableResult
    public func runProgram(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        programs += 1
        return run {
            await work()
            self.programs -= 1
        }
    }

    /// True if no work is running.
    public var isIdle: Bool { runningCount == 0 }

    /// True while keys wait for work, because it decides what they apply to.
    public var holdsInput: Bool { holdingCount > 0 }

    /// True if no work is running except what waits for other programs.
    var isSettled: Bool { runningCount == programs }

    /// Returns when no work is running.
    public func idle() async {
        guard !isIdle else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Returns when no work is running except what waits for other programs.
    public func settled() async {
        guard !isSettled else { return }
        await withCheckedContinuation { settledWaiters.append($0) }
    }
}
