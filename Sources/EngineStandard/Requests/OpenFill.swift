import EngineConcepts

/// A fill that is being served: its events, and the task waiting for the next one.
struct OpenFill {
    let plan: FillPlan
    let unprepared: [SupplierID: SupplierError]
    private var events: [PoolEvent<PoolDelivery>] = []
    private var readCount = 0
    var waiter: CheckedContinuation<PoolEvent<PoolDelivery>, Never>?
    var progress = FillProgress(answeredCount: 0, requestedCount: 0)
    /// Suppliers counted as answered in the progress because they are slow. They may still answer.
    var slow: Set<SupplierID> = []
    var timer: Task<Void, Never>?

    init(plan: FillPlan, unprepared: [SupplierID: SupplierError]) {
        self.plan = plan
        self.unprepared = unprepared
    }

    /// The events that were not delivered yet.
    var unread: ArraySlice<PoolEvent<PoolDelivery>> { events[readCount...] }

    /// Returns the next undelivered event and marks it as delivered.
    mutating func nextUnread() -> PoolEvent<PoolDelivery>? {
        guard readCount < events.count else { return nil }
        defer { readCount += 1 }
        return events[readCount]
    }

    /// Adds an event. Returns the progress if it changed, and the waiting task if there is one. Without a waiting
    /// task the event is stored.
    mutating func add(
        _ event: PoolEvent<PoolDelivery>
    ) -> (progress: FillProgress?, waiter: CheckedContinuation<PoolEvent<PoolDelivery>, Never>?) {
        let progress = updateProgress(event) ? progress : nil
        guard let waiter else {
            events.append(event)
            return (progress, nil)
        }
        self.waiter = nil
        return (progress, waiter)
    }

    /// Updates the progress. Returns true if the event concerns a supplier that was not counted before.
    private mutating func updateProgress(_ event: PoolEvent<PoolDelivery>) -> Bool {
        let latest: SupplierID
        switch event {
        case .slow(let supplier):
            guard slow.insert(supplier).inserted else { return false }
            (latest, progress.outcome) = (supplier, .slow)
        case .answered(let delivery):
            guard slow.remove(delivery.supplier) == nil else { return false }
            (latest, progress.outcome) = (delivery.supplier, .answered(fresh: delivery.fresh.count))
        case .failed(let supplier, let error, _):
            guard slow.remove(supplier) == nil else { return false }
            (latest, progress.outcome) = (supplier, .failed(error))
        case .skipped(let supplier):
            (latest, progress.outcome) = (supplier, .skipped)
        case .timeIsUp, .cancelled: return false
        }
        progress.latest = latest
        progress.answeredCount += 1
        return true
    }
}
