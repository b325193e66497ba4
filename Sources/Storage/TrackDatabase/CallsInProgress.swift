import Dispatch
import GRDB
import Synchronization

/// The calls that use a database. Its end waits for them and lets none begin: GRDB does not protect its pool from a call that
/// begins while another thread closes it.
final class CallsInProgress: Sendable {
    private struct State {
        var count = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Signalled when the last call ends after the end was asked for.
    private let allEnded = DispatchSemaphore(value: 0)

    /// Begins a call, which must end with ``end()``. Throws if the database is closed.
    func begin() throws(DatabaseError) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.count += 1 }
            return state.isClosed
        }
        if isClosed { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The store is closed.") }
    }

    func end() {
        let isLast = state.withLock { state in
            state.count -= 1
            return state.isClosed && state.count == 0
        }
        if isLast { allEnded.signal() }
    }

    /// Lets no call begin any more. Blocks until those in progress have ended.
    func close() {
        let mustWait = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed && state.count > 0
        }
        if mustWait { allEnded.wait() }
    }
}
