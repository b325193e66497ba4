import EngineConcepts
import Synchronization

/// The fills of an engine in call order. Calls return at once. The caller that finds the queue idle must start it.
final class FillQueue: Sendable {
    private struct State {
        /// The number of the newest fill.
        var last = 0
        var waitingJobs: [FillJob] = []
        var runningJob: FillJob?
        /// The refreshes that another process does.
        var forwardedJobs: [FillJob] = []
        var isRunning = false
        var ended = FillStatistics()

        /// Takes back one call for a fill. Returns the number of other calls that asked for it.
        mutating func removeRequester(of fill: FillID) -> Int {
            if let index = waitingJobs.firstIndex(of: fill) { return waitingJobs[index].removeRequester() }
            if let index = forwardedJobs.firstIndex(of: fill) { return forwardedJobs[index].removeRequester() }
            guard runningJob?.id == fill else { return 0 }
            return runningJob?.removeRequester() ?? 0
        }
    }

    private let state = Mutex(State())
    private let hub: EventHub

    init(hub: EventHub) {
        self.hub = hub
    }

    /// The result of queueing a fill.
    struct QueuedFill {
        let fill: FillID
        /// True if the caller must start the queue.
        let starts: Bool
    }

    /// Queues a fill. If a refresh is already queued, returns that one for a further refresh of the same suppliers.
    func add(_ kind: FillJob.Kind) -> QueuedFill {
        state.withLock { state in
            if let queued = state.waitingJobs.firstIndex(where: { $0.kind.isSameRefresh(as: kind) }) {
                if kind.isMoreUrgent(than: state.waitingJobs[queued].kind) { state.waitingJobs[queued].kind = kind }
                state.waitingJobs[queued].requesters += 1
                return QueuedFill(fill: state.waitingJobs[queued].id, starts: false)
            }
            let job = newJob(kind, in: &state)
            state.waitingJobs.append(job)
            defer { state.isRunning = true }
            return QueuedFill(fill: job.id, starts: !state.isRunning)
        }
    }

    /// Creates a fill that fails immediately because it is not allowed.
    func refuse(_ kind: FillJob.Kind, _ reason: Message) -> FillID {
        state.withLock { state in
            let job = newJob(kind, in: &state)
            hub.send(.fill(job.id, gap: job.gap, .failed(EngineFailure(reason))))
            return job.id
        }
    }

    /// Creates a refresh that another process does, to be ended by ``endForwarded(_:_:)``. If the same one is running there
    /// already, returns that one.
    func forward(_ kind: FillJob.Kind) -> QueuedFill {
        state.withLock { state in
            if let same = state.forwardedJobs.firstIndex(where: { $0.kind.isSameRefresh(as: kind) }) {
                state.forwardedJobs[same].requesters += 1
                return QueuedFill(fill: state.forwardedJobs[same].id, starts: false)
            }
            let job = newJob(kind, in: &state)
            state.forwardedJobs.append(job)
            hub.send(.fill(job.id, gap: job.gap, .filling))
            return QueuedFill(fill: job.id, starts: true)
        }
    }

    /// Creates a fill and reports it as queued, within the lock, so that this is the first event about it.
    private func newJob(_ kind: FillJob.Kind, in state: inout State) -> FillJob {
        state.last += 1
        let job = FillJob(id: FillID(state.last), kind: kind)
        hub.send(.fill(job.id, gap: job.gap, .queued))
        return job
    }

    /// Keeps the task that waits for a refresh of another process, to be cancelled with the refresh.
    func keep(_ task: Task<Void, Never>, waitingFor fill: FillID) {
        let isWanted = state.withLock { state in
            guard let index = state.forwardedJobs.firstIndex(of: fill) else { return false }
            state.forwardedJobs[index].forwarding = task
            return true
        }
        // It was cancelled meanwhile, or has ended.
        if !isWanted { task.cancel() }
    }

    /// Reports the end of a refresh that another process has done, or could not do, unless it was cancelled.
    func endForwarded(_ fill: FillID, _ outcome: FillState) {
        state.withLock { state in
            guard let index = state.forwardedJobs.firstIndex(of: fill) else { return }
            state.forwardedJobs.remove(at: index)
            hub.send(.fill(fill, gap: nil, outcome))
        }
    }

    /// Starts and returns the next fill, or returns `nil` if there is none. The queue is then idle again.
    func next() -> FillJob? {
        state.withLock { state in
            guard !state.waitingJobs.isEmpty else {
                state.runningJob = nil
                state.isRunning = false
                return nil
            }
            let job = state.waitingJobs.removeFirst()
            state.runningJob = job
            hub.send(.fill(job.id, gap: job.gap, .filling))
            return job
        }
    }

    /// Cancels a fill. Returns true if it is running here and must be notified. The task that waits for another process is
    /// cancelled.
    func cancel(_ fill: FillID) -> Bool {
        let cancelled = state.withLock { cancel(fill, in: &$0) }
        cancelled.forwarding?.cancel()
        return cancelled.isRunning
    }

    /// Cancels a fill unless another call has asked for it too. Returns like ``cancel(_:)``.
    func withdraw(_ fill: FillID) -> Bool {
        let cancelled = state.withLock { state -> Cancelled in
            if state.removeRequester(of: fill) > 0 { return Cancelled(isRunning: false) }
            return cancel(fill, in: &state)
        }
        cancelled.forwarding?.cancel()
        return cancelled.isRunning
    }

    /// A cancelled fill, and the work that has to learn of it.
    private struct Cancelled {
        let isRunning: Bool
        var forwarding: Task<Void, Never>?
    }

    private func cancel(_ fill: FillID, in state: inout State) -> Cancelled {
        if let index = state.forwardedJobs.firstIndex(of: fill) {
            let job = state.forwardedJobs.remove(at: index)
            hub.send(.fill(fill, gap: nil, .cancelled))
            return Cancelled(isRunning: false, forwarding: job.forwarding)
        }
        if let index = state.waitingJobs.firstIndex(of: fill) {
            let job = state.waitingJobs.remove(at: index)
            state.ended.cancelled += 1
            hub.send(.fill(fill, gap: job.gap, .cancelled))
            return Cancelled(isRunning: false)
        }
        guard let running = state.runningJob, running.id == fill, !running.isCancelling else {
            return Cancelled(isRunning: false)
        }
        state.runningJob?.isCancelling = true
        hub.send(.fill(fill, gap: running.gap, .cancelling))
        return Cancelled(isRunning: true)
    }

    /// True if the running fill was cancelled.
    var isCancelling: Bool {
        state.withLock { $0.runningJob?.isCancelling ?? false }
    }

    /// Records and reports the end of the running fill, which can no longer be cancelled.
    func end(_ job: FillJob, _ outcome: FillState) {
        state.withLock { state in
            state.runningJob = nil
            switch outcome {
            case .done: state.ended.done += 1
            case .failed: state.ended.failed += 1
            case .cancelled: state.ended.cancelled += 1
            case .queued, .filling, .cancelling: break
            }
            hub.send(.fill(job.id, gap: job.gap, outcome))
        }
    }

    /// The number of fills by state.
    var statistics: FillStatistics {
        state.withLock { state in
            var statistics = state.ended
            statistics.queued = state.waitingJobs.count
            if let running = state.runningJob {
                statistics.filling = running.isCancelling ? 0 : 1
                statistics.cancelling = running.isCancelling ? 1 : 0
            }
            return statistics
        }
    }

    /// True if no fill is queued or running.
    var isIdle: Bool {
        state.withLock { !$0.isRunning }
    }
}

extension [FillJob] {
    fileprivate func firstIndex(of fill: FillID) -> Int? { firstIndex { $0.id == fill } }
}
