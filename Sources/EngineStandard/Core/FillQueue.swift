import EngineConcepts
import Synchronization

/// A fill that somebody asked for.
struct FillJob: Sendable {
    enum Kind: Sendable {
        case refresh(RefreshOccasion)
        case gap(GapID, GapSide, FillAmount, TrackView)
    }

    let id: FillID
    var kind: Kind

    var gap: GapID? {
        switch kind {
        case .refresh: nil
        case .gap(let gap, _, _, _): gap
        }
    }
}

/// The fills of an engine in call order. Calls return at once; whoever finds the queue at rest sets it going.
final class FillQueue: Sendable {
    private struct State {
        var last = 0
        var waiting: [FillJob] = []
        var running: FillJob?
        var isCancelling = false
        var isGoing = false
        var ended = FillStatistics()
    }

    private let state = Mutex(State())
    private let hub: EventHub

    init(hub: EventHub) {
        self.hub = hub
    }

    /// What came of asking for a fill.
    struct Ticket {
        let fill: FillID
        /// Whether the caller has to set the queue going.
        let starts: Bool
    }

    /// Queues a fill. A refresh that is queued already serves a further one too.
    func add(_ kind: FillJob.Kind) -> Ticket {
        state.withLock { state in
            if case .refresh(let occasion) = kind, let queued = state.waiting.firstIndex(where: { $0.gap == nil }) {
                if occasion == .wanted { state.waiting[queued].kind = kind }
                return Ticket(fill: state.waiting[queued].id, starts: false)
            }
            state.last += 1
            let job = FillJob(id: FillID(state.last), kind: kind)
            state.waiting.append(job)
            // Told under the lock: nothing about this fill may be told before.
            hub.send(.fill(job.id, gap: job.gap, .queued))
            defer { state.isGoing = true }
            return Ticket(fill: job.id, starts: !state.isGoing)
        }
    }

    /// Answers a fill that may not be: it has failed as soon as it is asked for.
    func refuse(_ kind: FillJob.Kind, _ reason: Message) -> FillID {
        state.withLock { state in
            state.last += 1
            let job = FillJob(id: FillID(state.last), kind: kind)
            hub.send(.fill(job.id, gap: job.gap, .queued))
            hub.send(.fill(job.id, gap: job.gap, .failed(reason)))
            return job.id
        }
    }

    /// The next fill, which is running from now on; nil where there is none, and the queue is at rest again.
    func next() -> FillJob? {
        state.withLock { state in
            state.isCancelling = false
            guard !state.waiting.isEmpty else {
                state.running = nil
                state.isGoing = false
                return nil
            }
            let job = state.waiting.removeFirst()
            state.running = job
            hub.send(.fill(job.id, gap: job.gap, .filling))
            return job
        }
    }

    /// Cancels a fill; answers whether it is running and has to be told.
    func cancel(_ fill: FillID) -> Bool {
        state.withLock { state in
            if let index = state.waiting.firstIndex(where: { $0.id == fill }) {
                let job = state.waiting.remove(at: index)
                state.ended.cancelled += 1
                hub.send(.fill(fill, gap: job.gap, .cancelled))
                return false
            }
            guard let running = state.running, running.id == fill, !state.isCancelling else { return false }
            state.isCancelling = true
            hub.send(.fill(fill, gap: running.gap, .cancelling))
            return true
        }
    }

    /// Whether the running fill was cancelled.
    var isCancelling: Bool {
        state.withLock(\.isCancelling)
    }

    /// Tells how the running fill ended. It cannot be cancelled any more.
    func end(_ job: FillJob, _ outcome: FillState) {
        state.withLock { state in
            state.running = nil
            switch outcome {
            case .done: state.ended.done += 1
            case .failed: state.ended.failed += 1
            case .cancelled: state.ended.cancelled += 1
            case .queued, .filling, .cancelling: break
            }
            hub.send(.fill(job.id, gap: job.gap, outcome))
        }
    }

    /// The fills by their states.
    var statistics: FillStatistics {
        state.withLock { state in
            var statistics = state.ended
            statistics.queued = state.waiting.count
            if state.running != nil {
                statistics.filling = state.isCancelling ? 0 : 1
                statistics.cancelling = state.isCancelling ? 1 : 0
            }
            return statistics
        }
    }

    /// Whether no fill is queued or running.
    var isAtRest: Bool {
        state.withLock { !$0.isGoing }
    }
}
