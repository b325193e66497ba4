import EngineConcepts
import Synchronization

/// Waits for work no longer than it may take.
enum Deadline {
    /// What `work` answers, or nil where it has not by `limit`, or before the caller is cancelled: then it is cancelled, and
    /// not waited for, since it may be the kind that does not listen.
    static func run<Answer: Sendable>(
        within limit: Duration, by time: any TimeSource, _ work: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        let outcome = Outcome<Answer>()
        let working = begin { outcome.settle(await work()) }
        if let answer = outcome.answer { return answer }
        let timer = Task {
            do {
                try await time.sleep(for: limit)
            } catch {
                return
            }
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

    /// Begins `work` at once and here, where the system can: most work is done before it waits for anything, and needs
    /// neither another thread nor a clock.
    private static func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26.0, *) { Task.immediate { await work() } } else { Task { await work() } }
    }

    /// The first of two answers.
    private final class Outcome<Answer: Sendable>: Sendable {
        private enum State {
            case open
            case awaited(CheckedContinuation<Answer?, Never>)
            case settled(Answer?)
        }

        private let state = Mutex(State.open)

        /// The answer of work that has ended; nil where it has not, or was given up.
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
