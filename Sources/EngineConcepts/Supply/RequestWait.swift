import Synchronization

/// The waiting of a request on this side before it is sent, such as for others to the same host. The timeout of its source
/// does not run meanwhile.
package final class RequestWait: Sendable {
    /// The waiting of the request that the current task serves, or `nil` if nobody measures it.
    @TaskLocal package static var current: RequestWait?

    private struct State {
        /// The number of tasks that wait.
        var count = 0
        /// The time at which the last one had waited, or `nil` if none has.
        var endedAt: Duration?
    }

    private let time: any TimeSource
    private let state = Mutex(State())

    package init(by time: any TimeSource) {
        self.time = time
    }

    /// True while a task waits.
    package var isOn: Bool { state.withLock { $0.count > 0 } }

    package func begin() { state.withLock { $0.count += 1 } }

    package func end() {
        let now = time.elapsed()
        state.withLock { state in
            state.count -= 1
            state.endedAt = now
        }
    }

    /// Returns the time at which a timeout has passed that runs from `start`, or from the end of the waiting if that is later;
    /// `nil` while the request waits.
    package func deadline(after timeout: Duration, from start: Duration) -> Duration? {
        state.withLock { state in
            state.count > 0 ? nil : max(start, state.endedAt ?? start) + timeout
        }
    }
}
