import EngineConcepts
import Synchronization

/// The unfinished fills of an engine, in call order, and their events. The caller that finds the queue idle must run it.
final class FillQueue: Sendable {
    private struct State {
        /// The number of the newest fill.
        var newest = 0
        var jobs: [FillJob] = []
        /// True from the first queued fill until ``FillQueue/next()`` finds none.
        var isRunning = false
        /// The numbers of ended fills.
        var ended = FillStatistics()

        func index(of fill: FillID) -> Int? { jobs.firstIndex { $0.id == fill } }

        func count(_ stage: FillJob.Stage) -> Int { jobs.count { $0.stage == stage } }

        /// Joins a refresh of the same suppliers and returns it, or returns `nil` if there is none.
        ///
        /// - Parameter canBeJoined: Returns true for the refreshes among which to look.
        mutating func join(_ kind: FillJob.Kind, where canBeJoined: (FillJob) -> Bool) -> QueuedFill? {
            guard let scope = kind.scope else { return nil }
            for index in jobs.indices where canBeJoined(jobs[index]) {
                guard let joined = jobs[index].kind.scope.flatMap(scope.joined(with:)) else { continue }
                jobs[index].kind = .refresh(joined)
                jobs[index].requesters += 1
                return QueuedFill(fill: jobs[index].id, mustStart: false)
            }
            return nil
        }
    }

    private let state = Mutex(State())
    private let hub: EventHub

    init(hub: EventHub) { self.hub = hub }

    /// A fill that was added to the queue, or joined there.
    struct QueuedFill {
        let fill: FillID
        /// True if the caller must run the queue, or forward the refresh.
        let mustStart: Bool
    }

    /// Queues a fill, or joins a queued refresh of the same suppliers.
    func add(_ kind: FillJob.Kind) -> QueuedFill {
        state.withLock { state in
            if let joined = state.join(kind, where: { $0.stage == .queued }) { return joined }
            let job = newJob(kind, in: &state)
            state.jobs.append(job)
            defer { state.isRunning = true }
            return QueuedFill(fill: job.id, mustStart: !state.isRunning)
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

    /// Creates a refresh that another process does, to be ended by ``endForwarded(_:_:)``, or joins the same one that already
    /// runs there.
    func forward(_ kind: FillJob.Kind) -> QueuedFill {
        state.withLock { state in
            if let joined = state.join(kind, where: \.isForwarded) { return joined }
            var job = newJob(kind, in: &state)
            job.stage = .forwarded(nil)
            state.jobs.append(job)
            hub.send(.fill(job.id, gap: job.gap, .filling))
            return QueuedFill(fill: job.id, mustStart: true)
        }
    }

    /// Creates a fill and reports it as queued, within the lock, so that this is the first event about it.
    private func newJob(_ kind: FillJob.Kind, in state: inout State) -> FillJob {
        state.newest += 1
        let job = FillJob(id: FillID(state.newest), kind: kind)
        hub.send(.fill(job.id, gap: job.gap, .queued))
        return job
    }

    /// Keeps the task that waits for a refresh of another process, to be cancelled with the refresh.
    func keep(_ task: Task<Void, Never>, waitingFor fill: FillID) {
        let isUnfinished = state.withLock { state in
            guard let index = state.index(of: fill) else { return false }
            state.jobs[index].stage = .forwarded(task)
            return true
        }
        if !isUnfinished { task.cancel() }
    }

    /// Reports the end of a refresh that another process has done, or could not do, unless it was cancelled.
    func endForwarded(_ fill: FillID, _ end: FillState) {
        state.withLock { state in
            guard let index = state.index(of: fill) else { return }
            state.jobs.remove(at: index)
            hub.send(.fill(fill, gap: nil, end))
        }
    }

    /// Starts and returns the next queued fill. Returns `nil` if there is none; the queue is then idle.
    func next() -> FillJob? {
        state.withLock { state in
            guard let index = state.jobs.firstIndex(where: { $0.stage == .queued }) else {
                state.isRunning = false
                return nil
            }
            state.jobs[index].stage = .filling
            let job = state.jobs[index]
            hub.send(.fill(job.id, gap: job.gap, .filling))
            return job
        }
    }

    /// Cancels a fill. Returns true if it runs in this process and must be stopped by the caller.
    func cancel(_ fill: FillID) -> Bool {
        cancel(fill) { _ in true }
    }

    /// Cancels a fill unless another call has asked for it too. Returns the same as ``cancel(_:)``.
    func withdraw(_ fill: FillID) -> Bool {
        cancel(fill) { job in
            job.requesters -= 1
            return job.requesters <= 0
        }
    }

    private func cancel(_ fill: FillID, if isUnwanted: (inout FillJob) -> Bool) -> Bool {
        let stage: FillJob.Stage? = state.withLock { state in
            guard let index = state.index(of: fill), isUnwanted(&state.jobs[index]) else { return nil }
            let job = state.jobs[index]
            switch job.stage {
            case .queued, .forwarded:
                state.jobs.remove(at: index)
                if job.stage == .queued { state.ended.cancelled += 1 }
                hub.send(.fill(fill, gap: job.gap, .cancelled))
            case .filling:
                state.jobs[index].stage = .cancelling
                hub.send(.fill(fill, gap: job.gap, .cancelling))
            case .cancelling: break
            }
            return job.stage
        }
        if case .forwarded(let task) = stage { task?.cancel() }
        return stage == .filling
    }

    /// True if the running fill was cancelled.
    var isCancelling: Bool {
        state.withLock { $0.count(.cancelling) > 0 }
    }

    /// Records and reports the end of the running fill, which can no longer be cancelled.
    func end(_ job: FillJob, _ end: FillState) {
        state.withLock { state in
            state.jobs.removeAll { $0.id == job.id }
            switch end {
            case .done: state.ended.done += 1
            case .failed: state.ended.failed += 1
            case .cancelled: state.ended.cancelled += 1
            case .queued, .filling, .cancelling: break
            }
            hub.send(.fill(job.id, gap: job.gap, end))
        }
    }

    /// The number of fills by state.
    var statistics: FillStatistics {
        state.withLock { state in
            var statistics = state.ended
            statistics.queued = state.count(.queued)
            statistics.filling = state.count(.filling)
            statistics.cancelling = state.count(.cancelling)
            return statistics
        }
    }

    /// True if no fill is queued or running.
    var isIdle: Bool {
        state.withLock { !$0.isRunning }
    }
}
