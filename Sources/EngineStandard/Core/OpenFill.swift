import EngineConcepts

/// A fill that the desk serves: what has happened in it, and who waits for what happens next.
struct OpenFill {
    let order: FillPlan
    let unprepared: [SupplierID: SupplierError]
    private var events: [PoolEvent] = []
    private var read = 0
    var waiter: CheckedContinuation<PoolEvent, Never>?
    var progress = FillProgress(answered: 0, asked: 0)
    /// Those that progress counts as dealt with, though they may answer yet.
    var slow: Set<SupplierID> = []
    var timer: Task<Void, Never>?

    init(order: FillPlan, unprepared: [SupplierID: SupplierError]) {
        self.order = order
        self.unprepared = unprepared
    }

    /// What happened and nobody has asked for yet.
    var unread: ArraySlice<PoolEvent> { events[read...] }

    /// The first of what nobody has asked for yet, which is asked for with that.
    mutating func nextUnread() -> PoolEvent? {
        guard read < events.count else { return nil }
        defer { read += 1 }
        return events[read]
    }

    /// Takes an event; answers how far the fill has come where that says more than before, and who waited for the event. One
    /// for whom nobody waits is kept.
    mutating func take(
        _ event: PoolEvent
    ) -> (progress: FillProgress?, waiter: CheckedContinuation<PoolEvent, Never>?) {
        let progress = notes(event) ? progress : nil
        guard let waiter else {
            events.append(event)
            return (progress, nil)
        }
        self.waiter = nil
        return (progress, waiter)
    }

    /// Takes note of an event that deals with a supplier that was not dealt with before; answers whether it does.
    private mutating func notes(_ event: PoolEvent) -> Bool {
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
        case .held(let supplier):
            (latest, progress.outcome) = (supplier, .held)
        case .timeIsUp, .cancelled: return false
        }
        progress.latest = latest
        progress.answered += 1
        return true
    }
}
