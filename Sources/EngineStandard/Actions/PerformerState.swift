import EngineConcepts

/// The state of one performer of actions: what it does, and when it can be given more.
struct PerformerState {
    /// An action that was given to the performer, until its answer or timeout.
    struct Attempt {
        let number: Int
        let action: ActionID
        let task: Task<Void, Never>
        let timer: Task<Void, Never>
    }

    private enum Phase {
        case idle
        /// The start of an action is being stored.
        case preparing
        case attempting(Attempt)
        /// The outcome of an attempt is being stored. If the attempt timed out, it is overdue until it ends.
        case ending(overdue: Int?)
        /// The attempt with this number timed out and is still running, because the performer does not respond to
        /// cancellation. Nothing is given to such a performer, because otherwise an action could take effect after its
        /// opposite.
        case overdue(Int)
    }

    /// The batches in which restored actions are sent.
    private enum Batch {
        case open(count: Int)
        /// The batch is full, and the next one begins at this time.
        case full(until: Timestamp)
    }

    /// The time before which nothing is given to the performer, because of a rate limit or because the outbox could not be
    /// written.
    var notBefore: Timestamp?
    private var phase = Phase.idle
    private var batch = Batch.open(count: 0)

    /// True if the performer can be given an action.
    var isIdle: Bool {
        if case .idle = phase { true } else { false }
    }

    /// True while an action is prepared or sent, or its outcome is stored.
    var isBusy: Bool {
        switch phase {
        case .preparing, .attempting, .ending: true
        case .idle, .overdue: false
        }
    }

    /// The time before which the performer gets no more restored actions, or `nil` if their batch is not full.
    var pause: Timestamp? {
        if case .full(let end) = batch { end } else { nil }
    }

    /// Reserves the performer for an action.
    ///
    /// - Parameter isRestored: True if the action counts in a batch.
    mutating func prepare(isRestored: Bool, now: Timestamp, _ limits: ActionLimits) {
        phase = .preparing
        guard isRestored else { return }
        let count = if case .open(let earlier) = batch { earlier + 1 } else { 1 }
        let isFull = count >= limits.restoredBatch
        batch = isFull ? .full(until: now.advanced(by: limits.restoredPause)) : .open(count: count)
    }

    /// Records that the performer has been given its action.
    mutating func begin(_ attempt: Attempt) {
        phase = .attempting(attempt)
    }

    /// Accepts the first end of an attempt, by answer or timeout, and returns the attempt. Returns `nil` for the second.
    ///
    /// - Parameter isOverdue: True if the attempt timed out and is still running.
    mutating func end(_ number: Int, isOverdue: Bool) -> Attempt? {
        guard case .attempting(let attempt) = phase, attempt.number == number else { return nil }
        phase = .ending(overdue: isOverdue ? number : nil)
        return attempt
    }

    /// Records that an action was not sent or that its outcome is stored.
    mutating func becomeIdle() {
        if case .ending(let overdue?) = phase { phase = .overdue(overdue) } else { phase = .idle }
    }

    /// Records that an attempt is no longer running. Returns true if it was overdue.
    mutating func endOverdue(_ number: Int) -> Bool {
        switch phase {
        case .ending(let overdue) where overdue == number: phase = .ending(overdue: nil)
        case .overdue(let overdue) where overdue == number: phase = .idle
        case .idle, .preparing, .attempting, .ending, .overdue: return false
        }
        return true
    }
}
