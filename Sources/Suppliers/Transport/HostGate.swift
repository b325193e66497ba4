import EngineConcepts

/// Lets only so many requests at a host at a time. First come, first served; who is cancelled while waiting leaves.
actor HostGate {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Line {
        var running = 0
        var waiters: [Waiter] = []
    }

    private let width: Int
    private var lines: [String: Line] = [:]
    private var nextNumber = 0

    /// Lets `width` requests through per host.
    init(width: Int) {
        self.width = max(1, width)
    }

    /// Waits for a turn at `host`; answers false where the task was cancelled first. A turn must be given back with
    /// ``leave(_:)``.
    func enter(_ host: String) async -> Bool {
        if lines[host, default: Line()].running < width {
            lines[host, default: Line()].running += 1
            return true
        }
        nextNumber += 1
        let number = nextNumber
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    lines[host, default: Line()].waiters.append(Waiter(number: number, continuation: continuation))
                }
            }
        } onCancel: {
            Task { await self.forget(number, at: host) }
        }
    }

    /// Gives a turn back: to the next in line, if there is one.
    func leave(_ host: String) {
        guard var line = lines[host] else { return }
        if line.waiters.isEmpty {
            line.running -= 1
            lines[host] = line.running > 0 ? line : nil
        } else {
            let next = line.waiters.removeFirst()
            lines[host] = line
            next.continuation.resume(returning: true)
        }
    }

    private func forget(_ number: Int, at host: String) {
        guard let index = lines[host]?.waiters.firstIndex(where: { $0.number == number }) else { return }
        lines[host]?.waiters.remove(at: index).continuation.resume(returning: false)
    }
}
