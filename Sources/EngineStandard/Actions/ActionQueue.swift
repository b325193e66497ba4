import EngineConcepts

/// The unfinished actions of an engine and all decisions about them: which actions cancel each other out, what is
/// sent next, and what follows from an outcome. A value; its owner stores the changes.
///
/// Actions that set the same switch of the same target, such as the like of a post, share a *slot*. In a slot, at
/// most one action has been sent, and at most one waits behind it: the user's latest choice.
struct ActionQueue {
    /// The actions in call order.
    private(set) var actions: [PendingAction]
    /// The actions of an earlier run that the user has not asked for again.
    private var restored: Set<ActionID> = []

    init(_ actions: [PendingAction] = []) { self.actions = actions }

    func action(_ id: ActionID) -> PendingAction? {
        actions.first { $0.id == id }
    }

    /// Returns the changes that turn an outbox with `before` into one with this state.
    ///
    /// - Parameter changed: Every action whose state changed, in order.
    static func changes(_ changed: [PendingAction], from before: ActionQueue) -> [OutboxChange] {
        changed.compactMap { action in
            let isKnown = before.action(action.id) != nil
            if action.state.isFinal { return isKnown ? .remove(action.id) : nil }
            return isKnown ? .update(action) : .append(action)
        }
    }

    // MARK: Calls

    /// Adds an action. Returns every action whose state changed, including the new one.
    ///
    /// - Parameter isOn: The position of the action's switch according to its source, or `nil` if unknown.
    mutating func add(_ new: PendingAction, isOn: Bool?) -> [PendingAction] {
        let slot = slot(of: new)
        guard let last = slot.last else { return [append(new)] }
        if last.request.toggle == new.request.toggle {
            switch last.state {
            case .uncertain, .expired:
                restored.remove(last.id)
                return [change(last.becoming(.waiting)), new.becoming(.dropped)]
            case .waiting, .running, .retrying, .done, .refused, .dropped: return [new.becoming(.dropped)]
            }
        }
        switch last.state {
        case .waiting where !last.isInDoubt, .retrying where !last.isInDoubt, .expired where !last.isInDoubt:
            let dropped = change(last.becoming(.dropped))
            let wasOn = slot.dropLast().last?.request.toggle?.isOn ?? isOn
            return wasOn == new.request.toggle?.isOn ? [dropped, new.becoming(.dropped)] : [dropped, append(new)]
        case .waiting, .retrying, .uncertain, .expired:
            // The new action is correct whatever the earlier one did.
            return [change(last.becoming(.dropped)), append(new.inDoubt())]
        case .running, .done, .refused, .dropped: return [append(new)]
        }
    }

    /// Makes an uncertain action, or one that waits for its next attempt, ready to be sent.
    mutating func retry(_ id: ActionID) -> [PendingAction] {
        guard let action = action(id) else { return [] }
        restored.remove(id)
        switch action.state {
        case .uncertain, .retrying, .expired: return [change(action.becoming(.waiting))]
        case .waiting, .running, .done, .refused, .dropped: return []
        }
    }

    /// Removes an action that is not being sent.
    mutating func drop(_ id: ActionID) -> [PendingAction] {
        guard let action = action(id), action.state != .running else { return [] }
        return [change(action.becoming(.dropped))]
    }

    // MARK: Sending

    /// The next action for a performer, or the time when there is one.
    enum Next: Equatable {
        case now(PendingAction)
        case later(Timestamp)
    }

    /// Returns the next action for this performer, or `nil` if there is none: the oldest that can be sent and has no earlier
    /// unsent action on the same subject. The user's actions come before restored ones. An uncertain action was
    /// already sent and does not block others.
    ///
    /// - Parameters:
    ///   - maximumWait: The longest possible delay. An action scheduled further ahead was scheduled by a wrong clock and
    ///     is sent at once.
    ///   - pause: The time before which no restored action is sent, or `nil` for none.
    func next(
        to performer: ActionPerformerID, at now: Timestamp, maximumWait: Duration, pause: Timestamp? = nil
    ) -> Next? {
        let others = actions.lazy.filter { $0.request.performer != performer && $0.state == .running }
        var blocked = Set(others.map(\.subject))
        var later: Timestamp?
        var sendable: [PendingAction] = []
        var urgent: Set<PendingAction.Subject> = []
        for action in actions where action.request.performer == performer {
            // A restored action that blocks the user's is as urgent.
            if action.isUnsent, !restored.contains(action.id) { urgent.insert(action.subject) }
            guard action.state.isUnderWay, blocked.insert(action.subject).inserted else { continue }
            if case .retrying(let time, _) = action.state, now < time, time <= now.advanced(by: maximumWait) {
                later = min(later ?? time, time)
            } else if action.isUnsent {
                sendable.append(action)
            }
        }
        if let action = sendable.first(where: { urgent.contains($0.subject) }) { return .now(action) }
        guard let first = sendable.first else { return later.map { .later($0) } }
        // A pause that lies further ahead than possible was set by a wrong clock.
        guard let pause, now < pause, pause <= now.advanced(by: maximumWait) else { return .now(first) }
        return .later(min(later ?? pause, pause))
    }

    /// Returns true if the action is one of an earlier run that the user has not asked for again.
    func isRestored(_ id: ActionID) -> Bool { restored.contains(id) }

    /// Starts an attempt. Returns no change if the action must not be sent any more.
    mutating func begin(_ id: ActionID) -> [PendingAction] {
        guard var action = action(id), action.isUnsent else { return [] }
        action.attempts += 1
        return [change(action.becoming(.running))]
    }

    /// Records the outcome of an attempt.
    ///
    /// - Parameters:
    ///   - isOn: The position of the action's switch according to its source, including this outcome, or `nil` if
    ///     unknown.
    ///   - nextAttempt: The time of the next attempt, if there is one.
    ///   - next: The action that continues this one if it is done, or `nil` if there is none.
    mutating func end(
        _ id: ActionID, _ outcome: ActionOutcome, isOn: Bool?, nextAttempt: Timestamp, next: PendingAction? = nil
    ) -> [PendingAction] {
        guard var action = action(id), action.state == .running else { return [] }
        let state: ActionState
        switch outcome {
        case .done:
            let done = change(action.becoming(.done))
            return [done] + [next].compactMap(\.self).map { $0.state.isFinal ? $0 : append($0) }
        case .refused(let error): state = .refused(error)
        case .failed(let error): state = .retrying(at: nextAttempt, error)
        case .uncertain(let error) where action.repetition == .safe:
            action.isInDoubt = true
            state = .retrying(at: nextAttempt, error)
        case .uncertain(let error), .unrepeatable(let error):
            action.isInDoubt = true
            state = .uncertain(error)
        }
        guard let later = slot(of: action).last(where: { $0.id != id }) else { return [change(action.becoming(state))] }
        // The later choice makes another attempt at this one pointless.
        let ended = change(action.becoming(state.isFinal ? state : .dropped))
        if action.isInDoubt { return [ended, change(later.inDoubt())] }
        return isOn == later.request.toggle?.isOn ? [ended, change(later.becoming(.dropped))] : [ended]
    }

    /// Takes over the actions of an earlier run: those that were being sent when it ended are uncertain, and those that
    /// were asked for before `oldest` and not sent since have expired.
    ///
    /// - Parameters:
    ///   - expired: The error of an action that has expired.
    ///   - uncertain: Returns the error of an action that is uncertain.
    mutating func resume(
        at now: Timestamp, oldest: Timestamp, expired: SupplierError, uncertain: (PendingAction) -> SupplierError
    ) -> [PendingAction] {
        restored = Set(actions.map(\.id))
        return actions.flatMap { action -> [PendingAction] in
            if action.state == .running {
                return end(action.id, .uncertain(uncertain(action)), isOn: nil, nextAttempt: now)
            }
            guard action.isUnsent, action.requestedAt < oldest else { return [] }
            return [change(action.becoming(.expired(expired)))]
        }
    }

    // MARK: Helpers

    private func slot(of action: PendingAction) -> [PendingAction] {
        guard let toggle = action.request.toggle else { return [] }
        return actions.filter { $0.subject == action.subject && $0.request.toggle?.name == toggle.name }
    }

    private mutating func append(_ action: PendingAction) -> PendingAction {
        actions.append(action)
        return action
    }

    private mutating func change(_ action: PendingAction) -> PendingAction {
        guard let index = actions.firstIndex(where: { $0.id == action.id }) else { return action }
        if action.state.isFinal {
            restored.remove(action.id)
            actions.remove(at: index)
        } else {
            actions[index] = action
        }
        return action
    }
}

extension PendingAction {
    /// True if it waits for its first or next attempt.
    fileprivate var isUnsent: Bool {
        switch state {
        case .waiting, .retrying: true
        case .running, .uncertain, .expired, .done, .refused, .dropped: false
        }
    }

    /// Returns the same action, marked as replacing one that may have succeeded.
    fileprivate func inDoubt() -> PendingAction {
        var action = self
        action.isInDoubt = true
        return action
    }
}
