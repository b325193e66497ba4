import EngineConcepts

/// The state of one performer of actions: what it does, and when it can be given more.
struct PerformerState {
    /// The batches in which restored actions are sent.
    private enum Batch {
        case open(count: Int)
        /// The batch is full, and the next one begins at this time.
        case full(until: Timestamp)
    }

    /// True from the choice of an action until its outcome is stored.
    var isSending = false
    /// True while the performer works on an action. After a timeout it goes on, unless it responds to cancellation. Nothing
    /// is given to it then, because otherwise an action could take effect after its opposite.
    var isPerforming = false
    /// The time before which nothing is given to the performer, because of a rate limit or because the outbox could not be
    /// written.
    var notBefore: Timestamp?
    private var batch = Batch.open(count: 0)

    /// True if the performer can be given an action.
    var isIdle: Bool { !isSending && !isPerforming }

    /// The time before which the performer gets no more restored actions, or `nil` if their batch is not full.
    var pause: Timestamp? {
        if case .full(let end) = batch { end } else { nil }
    }

    /// Counts a restored action in a batch.
    mutating func addToBatch(now: Timestamp, _ limits: ActionLimits) {
        let count = if case .open(let earlier) = batch { earlier + 1 } else { 1 }
        let isFull = count >= limits.restoredBatch
        batch = isFull ? .full(until: now.advanced(by: limits.restoredPause)) : .open(count: count)
    }
}
