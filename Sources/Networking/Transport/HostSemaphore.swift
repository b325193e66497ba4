import DequeModule
import Synchronization

/// Limits the concurrent requests per host. First come, first served; a cancelled waiter leaves the queue.
///
/// A lock instead of an actor: every request passes two semaphores, and they are mostly free.
final class HostSemaphore: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Queue {
        var running = 0
        var waiters = Deque<Waiter>()
    }

    private struct State {
        var queues: [String: Queue] = [:]
        var nextNumber = 0

        /// Acquires a slot at `host` if one is free.
        mutating func acquireSlot(at host: String, _ width: Int) -> Bool {
            guard queues[host, default: Queue()].running < width else { return false }
            queues[host, default: Queue()].running += 1
            return true
        }
    }

    private let width: Int
    private let state = Mutex(State())

    /// Creates a semaphore with `width` slots per host.
    init(width: Int) {
        self.width = max(1, width)
    }

    /// Waits for a slot at `host`. Returns false if the task was cancelled first. Release the slot with
    /// ``release(_:)``.
    func acquire(_ host: String) async -> Bool {
        let number: Int? = state.withLock { state in
            if state.acquireSlot(at: host, width) { return nil }
            state.nextNumber += 1
            return state.nextNumber
        }
        guard let number else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A slot may have become free in the meantime, and the task may already be cancelled.
                let isAcquired: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.acquireSlot(at: host, width) { return true }
                    state.queues[host, default: Queue()].waiters
                        .append(Waiter(number: number, continuation: continuation))
                    return nil
                }
                if let isAcquired { continuation.resume(returning: isAcquired) }
            }
        } onCancel: {
            removeWaiter(number, at: host)
        }
    }

    /// Releases a slot, or passes it to the next waiter.
    func release(_ host: String) {
        let next: Waiter? = state.withLock { state in
            if let next = state.queues[host]?.waiters.popFirst() { return next }
            state.queues[host]?.running -= 1
            if state.queues[host]?.running == 0 { state.queues[host] = nil }
            return nil
        }
        next?.continuation.resume(returning: true)
    }

    private func removeWaiter(_ number: Int, at host: String) {
        let waiter: Waiter? = state.withLock { state in
            guard let index = state.queues[host]?.waiters.firstIndex(where: { $0.number == number }) else { return nil }
            return state.queues[host]?.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }
}
