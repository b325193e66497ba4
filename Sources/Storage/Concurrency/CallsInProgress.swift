import EngineConcepts
import GRDB
import Synchronization

/// The calls that use a database. Its end waits for them and lets none begin.
///
/// GRDB does not protect its pool from a call that begins while another thread closes it, and blocks the closing thread until
/// all readers have ended. These may need just that thread: a machine has as many threads for tasks as cores.
final class CallsInProgress: Sendable {
    private struct State {
        var count = 0
        var isClosed = false
        /// The closes that wait for the calls.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Begins a call, which must end with ``end()``. Throws if the database is closed.
    func begin() throws(DatabaseError) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.count += 1 }
            return state.isClosed
        }
        if isClosed { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The store is closed.") }
    }

    func end() {
        state.withLock { state in
            state.count -= 1
            if state.count == 0 { state.waiters.resumeAll() }
        }
    }

    /// Lets no call begin any more, and waits for those in progress.
    func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                if state.count > 0 { state.waiters.append(continuation) }
                return state.count == 0
            }
            if isIdle { continuation.resume() }
        }
    }
}
