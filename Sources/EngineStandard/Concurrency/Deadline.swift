import EngineConcepts
import Synchronization

/// Runs work with a timeout.
enum Deadline {
    /// The timeout of a source that a person waits for.
    private static let answerTimeout = Duration.seconds(30)

    /// Returns the result of `work`, or `nil` on timeout or if the caller is cancelled. In these cases the work is
    /// cancelled but not awaited, because it may not respond to cancellation.
    static func run<Answer: Sendable>(
        within limit: Duration, by time: any TimeSource, _ work: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        let deadline = time.elapsed() + limit
        let outcome = Outcome<Answer>()
        let working = begin { outcome.settle(await work()) }
        if let answer = outcome.answer { return answer }
        let timer = Task {
            guard await time.sleepUnlessCancelled(until: deadline) else { return }
            working.cancel()
            outcome.settle(nil)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await outcome.value
        } onCancel: {
            working.cancel()
            outcome.settle(nil)
        }
    }

    /// Returns the answer of a source or its error, or `nil` on timeout or if the caller is cancelled.
    static func result<Answer: Sendable>(
        within limit: Duration, by time: any TimeSource,
        _ ask: @escaping @Sendable () async throws(SupplierError) -> Answer
    ) async -> Result<Answer, SupplierError>? {
        await run(within: limit, by: time) { await Result.awaiting(ask) }
    }

    /// Returns the answer of a source that a person waits for, or throws its error or a timeout.
    static func answer<Answer: Sendable>(
        of source: String, by time: any TimeSource, _ ask: @escaping @Sendable () async throws(SupplierError) -> Answer
    ) async throws -> Answer {
        guard let outcome = await result(within: answerTimeout, by: time, ask) else {
            try Task.checkCancellation()
            throw SupplierError(.timedOut, .noAnswer(from: .text(source), within: answerTimeout))
        }
        return try outcome.get()
    }

    /// Starts `work` at once on the current thread if the system supports it. Most work then finishes without another
    /// thread or a timer.
    private static func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26.0, *) { Task.immediate { await work() } } else { Task { await work() } }
    }

    /// Stores the first of two results.
    private final class Outcome<Answer: Sendable>: Sendable {
        private enum State {
            case open
            case awaited(CheckedContinuation<Answer?, Never>)
            case settled(Answer?)
        }

        private let state = Mutex(State.open)

        /// The result, or `nil` before the end or after giving up.
        var answer: Answer? {
            state.withLock { state in
                if case .settled(let answer) = state { answer } else { nil }
            }
        }

        var value: Answer? {
            get async {
                await withCheckedContinuation { continuation in
                    let settled: Answer?? = state.withLock { state in
                        if case .settled(let answer) = state { return .some(answer) }
                        state = .awaited(continuation)
                        return .none
                    }
                    if case .some(let answer) = settled { continuation.resume(returning: answer) }
                }
            }
        }

        func settle(_ answer: Answer?) {
            let waiting: CheckedContinuation<Answer?, Never>? = state.withLock { state in
                switch state {
                case .open:
                    state = .settled(answer)
                    return nil
                case .awaited(let continuation):
                    state = .settled(answer)
                    return continuation
                case .settled: return nil
                }
            }
            waiting?.resume(returning: answer)
        }
    }
}
