import EngineConcepts

/// Determines which performers are given an action now, and when the next one is due. A value; its owner sends the actions.
struct ActionSchedule {
    private let limits: ActionLimits
    private var performerStates: [ActionPerformerID: PerformerState] = [:]
    /// True if a restored action waits for the next batch.
    private var isPausing = false

    init(_ limits: ActionLimits) { self.limits = limits }

    subscript(performer: ActionPerformerID) -> PerformerState {
        get { performerStates[performer] ?? PerformerState() }
        set { performerStates[performer] = newValue }
    }

    /// True if nothing is being sent and no batch of restored actions waits.
    var isIdle: Bool { !isPausing && !performerStates.values.contains(where: \.isSending) }

    /// Returns the next action of every idle performer that has a due one, which is then sending, and the time when another
    /// action is due, or `nil` if none waits for its time.
    mutating func next(
        in queue: ActionQueue, of performers: [ActionPerformer], at now: Timestamp
    ) -> (due: [(action: PendingAction, performer: ActionPerformer)], later: Timestamp?) {
        var due: [(action: PendingAction, performer: ActionPerformer)] = []
        var later: [Timestamp] = []
        isPausing = false
        for performer in performers {
            var state = self[performer.id]
            guard state.isIdle else { continue }
            // A time further ahead than possible was set by a wrong clock.
            let notBefore = state.notBefore.flatMap { $0 <= now.advanced(by: limits.maximumWait) ? $0 : nil }
            switch queue.next(to: performer.id, at: now, maximumWait: limits.maximumWait, pause: state.pause) {
            case .now(let action):
                if let notBefore, now < notBefore {
                    later.append(notBefore)
                } else {
                    state.isSending = true
                    if queue.isRestored(action.id) { state.addToBatch(now: now, limits) }
                    self[performer.id] = state
                    due.append((action, performer))
                }
            case .later(let time):
                if time == state.pause { isPausing = true }
                later.append(max(time, notBefore ?? time))
            case nil: break
            }
        }
        return (due, later.min())
    }
}
