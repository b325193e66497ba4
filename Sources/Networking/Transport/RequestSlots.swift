import DequeModule
import Synchronization

/// Limits the concurrent requests, per host and altogether. First come, first served; a cancelled waiter leaves its queue.
///
/// A request waits for its host first, and only then for the total, so that the queue of a slow host does not block
/// other hosts.
final class RequestSlots: Sendable {
    private struct Waiter {
        let number: Int
        let host: String
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Host {
        /// The number of running requests and of those that wait for the total only.
        var taken = 0
        var waiters = Deque<Waiter>()
    }

    private struct State {
        var running = 0
        var hosts: [String: Host] = [:]
        /// The requests with a slot at their host that wait for the total.
        var admitted = Deque<Waiter>()
        var nextNumber = 0

        /// Frees a slot at `host`, or passes it to the host's next waiter.
        mutating func freeSlot(at host: String) {
            if let next = hosts[host]?.waiters.popFirst() {
                admitted.append(next)
            } else {
                hosts[host]?.taken -= 1
                if hosts[host]?.taken == 0 { hosts[host] = nil }
            }
        }
    }

    private let perHost: Int
    private let total: Int
    private let state = Mutex(State())

    /// Creates slots for at most `perHost` requests to one host and `total` requests altogether.
    init(perHost: Int, total: Int) {
        self.perHost = max(1, perHost)
        self.total = max(1, total)
    }

    /// Waits for a slot at `host`. Returns false if the task was cancelled first. Free the slot with ``release(_:)``.
    func acquire(_ host: String) async -> Bool {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAcquired: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    let waiter = Waiter(number: number, host: host, continuation: continuation)
                    guard state.hosts[host, default: Host()].taken < perHost else {
                        state.hosts[host]?.waiters.append(waiter)
                        return nil
                    }
                    state.hosts[host, default: Host()].taken += 1
                    guard state.running < total else {
                        state.admitted.append(waiter)
                        return nil
                    }
                    state.running += 1
                    return true
                }
                if let isAcquired { continuation.resume(returning: isAcquired) }
            }
        } onCancel: {
            removeWaiter(number, at: host)
        }
    }

    /// Frees a slot, and passes it to the next waiter.
    func release(_ host: String) {
        let next: Waiter? = state.withLock { state in
            state.freeSlot(at: host)
            let next = state.admitted.popFirst()
            if next == nil { state.running -= 1 }
            return next
        }
        next?.continuation.resume(returning: true)
    }

    private func removeWaiter(_ number: Int, at host: String) {
        let waiter: Waiter? = state.withLock { state in
            if let index = state.hosts[host]?.waiters.firstIndex(where: { $0.number == number }) {
                return state.hosts[host]?.waiters.remove(at: index)
            }
            guard let index = state.admitted.firstIndex(where: { $0.number == number }) else { return nil }
            let waiter = state.admitted.remove(at: index)
            state.freeSlot(at: host)
            return waiter
        }
        waiter?.continuation.resume(returning: false)
    }
}
