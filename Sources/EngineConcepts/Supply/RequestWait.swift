import Synchronization

/// The waiting of a request on this side before it is sent, such as for others to the same host. The timeout of its source
/// does not run meanwhile.
package final class RequestWait: Sendable {
    /// The waiting of the request that the current task serves, or `nil` if nobody measures it.
    @TaskLocal package static var current: RequestWait?

    private struct State {
        /// The number of tasks that wait.
        var count = 0
        /// The time at which the first of them began.
        var beganAt = Duration.zero
        /// The time for which tasks had waited before.
        var total = Duration.zero
    }

    private let time: any TimeSource
    private let state = Mutex(State())

    package init(by time: any TimeSource) { self.time = time }

    /// True while a task waits.
    package var isOn: Bool { state.withLock { $0.count > 0 } }

    /// Runs `work` as waiting of the request that the current task serves.
    package static func during<Value, Failure: Error>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let wait = current
        wait?.begin()
        defer { wait?.end() }
        return try await work()
    }

    private func begin() {
        let now = time.elapsed()
        state.withLock { state in
            if state.count == 0 { state.beganAt = now }
            state.count += 1
        }
    }

    private func end() {
        let now = time.elapsed()
        state.withLock { state in
            state.count -= 1
            if state.count == 0 { state.total += now - state.beganAt }
        }
    }

    /// Returns the time at which a timeout from `start` has passed, without the time that was waited; `nil` while the request
    /// waits.
    package func deadline(after timeout: Duration, from start: Duration) -> Duration? {
        state.withLock { $0.count > 0 ? nil : start + timeout + $0.total }
    }
}
