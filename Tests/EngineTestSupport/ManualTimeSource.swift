public import EngineConcepts
import TestSupport

/// A time source that stands still until a test moves it. Sleepers wake in the order of their deadlines.
public final class ManualTimeSource: TimeSource {
    private struct Sleeper {
        /// The length of the whole sleep.
        let duration: Duration
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Timestamp
        var elapsed: Duration = .zero
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: WaitableState<State>

    public init(_ now: Timestamp = Timestamp(seconds: 1_800_000_000)) {
        state = WaitableState(State(now: now))
    }

    public func now() -> Timestamp {
        state.withLock(\.now)
    }

    /// The total of all ``advance(by:)`` so far; ``set(_:)`` does not count.
    public func elapsed() -> Duration {
        state.withLock(\.elapsed)
    }

    /// Sets the clock without waking sleepers, as a user or a time server does.
    public func set(_ now: Timestamp) {
        state.withLock { $0.now = now }
    }

    /// The number of sleeping tasks.
    public var sleepers: Int {
        state.withLock(\.sleepers.count)
    }

    /// Sleeps until the clock has been advanced to `deadline`.
    public func sleep(until deadline: Duration) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    guard deadline > state.elapsed else { return .success(()) }
                    state.sleepers[number] = Sleeper(
                        duration: deadline - state.elapsed, deadline: deadline, continuation: continuation)
                    return nil
                }
                if let outcome {
                    continuation.resume(with: outcome)
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil {
                    state.cancelled.insert(number)
                }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Advances the clock and wakes those whose time has come.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            state.elapsed += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.elapsed }
            for number in due.keys {
                state.sleepers[number] = nil
            }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in woken {
            sleeper.continuation.resume()
        }
    }

    /// Waits until at least this many tasks sleep.
    public func waitForSleepers(_ count: Int) async {
        await state.wait { $0.sleepers.count >= count }
    }

    /// Waits until a task sleeps for exactly this long, from its beginning to its end.
    public func waitForSleep(of duration: Duration) async {
        await state.wait { $0.sleepers.values.contains { $0.duration == duration } }
    }

    /// Waits until no task sleeps.
    public func waitUntilNobodySleeps() async {
        await state.wait { $0.sleepers.isEmpty }
    }
}
