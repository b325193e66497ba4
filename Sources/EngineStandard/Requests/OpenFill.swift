import DequeModule
import EngineConcepts

/// A fill that is being served: its events, and the task waiting for the next one.
struct OpenFill {
    let plan: FillPlan
    /// The suppliers whose setup failed, with the errors.
    let unprepared: [SupplierID: SupplierError]
    /// The events that were not delivered yet.
    var unread: Deque<PoolEvent<PoolDelivery>> = []
    var waiter: CheckedContinuation<PoolEvent<PoolDelivery>, Never>?
    var progress = FillProgress(answeredCount: 0, requestedCount: 0)
    /// Suppliers counted as answered in the progress because they are slow. They may still answer, fail or be skipped.
    private var slow: Set<SupplierID> = []
    var timer: Task<Void, Never>?

    init(plan: FillPlan, unprepared: [SupplierID: SupplierError]) {
        self.plan = plan
        self.unprepared = unprepared
    }

    /// Adds an event. Returns the progress if it changed, and the waiting task if there is one. Without a waiting
    /// task the event is stored.
    mutating func add(
        _ event: PoolEvent<PoolDelivery>
    ) -> (progress: FillProgress?, waiter: CheckedContinuation<PoolEvent<PoolDelivery>, Never>?) {
        let progress = updateProgress(event) ? progress : nil
        if waiter == nil { unread.append(event) }
        defer { waiter = nil }
        return (progress, waiter)
    }

    /// Updates the progress. Returns true if the event concerns a supplier that was not counted before.
    private mutating func updateProgress(_ event: PoolEvent<PoolDelivery>) -> Bool {
        let step: FillProgress.Step
        switch event {
        case .answered(let delivery): step = .init(.answered(fresh: delivery.fresh.count), of: delivery.supplier)
        case .failed(let supplier, let error, _): step = .init(.failed(error), of: supplier)
        case .slow(let supplier): step = .init(.slow, of: supplier)
        case .skipped(let supplier): step = .init(.skipped, of: supplier)
        case .timeIsUp, .cancelled: return false
        }
        let wasCounted =
            step.outcome == .slow ? !slow.insert(step.supplier).inserted : slow.remove(step.supplier) != nil
        guard !wasCounted else { return false }
        progress.latest = step
        progress.answeredCount += 1
        return true
    }
}
