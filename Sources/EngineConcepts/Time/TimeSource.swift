/// A source of the current time and of sleep. Injected everywhere, so that tests control the clock.
public protocol TimeSource: Sendable {
    /// Returns the current time.
    func now() -> Timestamp
    /// Returns the time since a fixed moment on a monotonic clock. Only differences are meaningful.
    func elapsed() -> Duration
    /// Returns when ``elapsed()`` has reached `deadline`, or throws `CancellationError` at once if the task is cancelled.
    func sleep(until deadline: Duration) async throws
}

extension TimeSource {
    /// Returns after `duration`, or throws `CancellationError` at once if the task is cancelled.
    ///
    /// A task that starts later than it was made is late by as much. A timeout has a deadline instead.
    public func sleep(for duration: Duration) async throws { try await sleep(until: elapsed() + duration) }

    /// Sleeps until `deadline`. Returns false if the task was cancelled.
    package func sleepUnlessCancelled(until deadline: Duration) async -> Bool {
        do {
            try await sleep(until: deadline)
            return true
        } catch {
            return false
        }
    }

    /// Sleeps for `duration`. Returns false if the task was cancelled.
    package func sleepUnlessCancelled(for duration: Duration) async -> Bool {
        await sleepUnlessCancelled(until: elapsed() + duration)
    }

    /// The time until the next full minute, when the clock on the screen changes. Checks that need no exact moment are made
    /// then, so that an idle process wakes once.
    package var untilNextMinute: Duration {
        let past = (now().milliseconds % 60_000 + 60_000) % 60_000
        return .milliseconds(60_000 - past)
    }
}
