import EngineConcepts

/// The unfinished actions of an engine and all decisions about them: which actions cancel each other out, what is
/// sent next, and what follows from an outcome. A value; its owner stores the changes.
///
/// Actions that add or remove the same reaction on the same ticket share a *slot*. In a slot, at most one action has
/// been sent, and at most one waits behind it: the reader's latest choice.
struct ActionQueueState {
    /// The actions in call order.
    private(set) var actions: [PendingAction]

    init(_ actions: [PendingAction] = []) {
        self.actions = actions
    }

    func action(_ id: ActionID) -> PendingAction? {
        actions.first { $0.id == id }
    }

    /// Returns the changes that turn an outbox with `former` into one with this state.
    ///
    /// - Parameter changed: Every action whose state changed, in order.
    static func changes(_ changed: [PendingAction], from former: ActionQueueState) -> [OutboxChange] {
        changed.compactMap { action in
            let isKnown = former.action(action.id) != nil
            if action.state.isFinal { return isKnown ? .remove(action.id) : nil }
            return isKnown ? .update(action) : .append(action)
        }
    }

    // MARK: Calls

    /// Adds an action. Returns every action whose state changed, including the new one.
    ///
    /// - Parameter hasReaction: True if the ticket has the action's reaction according to its source.
    mutating func add(_ new: PendingAction, hasReaction: Bool) -> [PendingAction] {
        let slot = slot(of: new)
        guard let last = slot.last else { return [append(new)] }
        if last.action == new.action {
            guard case .uncertain = last.state else { return [new.becoming(.dropped)] }
            return [change(last.becoming(.waiting)), new.becoming(.dropped)]
        }
        switch last.state {
        case .waiting where !last.isInDoubt, .retrying where !last.isInDoubt:
            let dropped = change(last.becoming(.dropped))
            let isPresent = slot.dropLast().last.map { !$0.action.takesBack } ?? hasReaction
            return isPresent != new.action.takesBack ? [dropped, new.becoming(.dropped)] : [dropped, append(new)]
        case .waiting, .retrying, .uncertain:
            // The new action is correct whatever the earlier one did.
            return [change(last.becoming(.dropped)), append(new.inDoubt())]
        case .running, .done, .refused, .dropped:
            return [append(new)]
        }
    }

    /// Makes an uncertain action, or one that waits for its next attempt, ready to be sent.
    mutating func retry(_ id: ActionID) -> [PendingAction] {
        guard let action = action(id) else { return [] }
        switch action.state {
        case .uncertain, .retrying: return [change(action.becoming(.waiting))]
        case .waiting, .running, .done, .refused, .dropped: return []
        }
    }

    /// Removes an action that is not being sent.
    mutating func drop(_ id: ActionID) -> [PendingAction] {
        guard let action = action(id), action.state != .running else { return [] }
        return [change(action.becoming(.dropped))]
    }

    // MARK: Sending

    /// The next action for a supplier, or the time when there is one.
    enum Next: Equatable {
        case now(PendingAction)
        case later(Timestamp)
    }

    /// Returns the oldest action that can be sent to this supplier and has no earlier unsent action on the same
    /// ticket, or `nil` if there is none. An uncertain action was already sent and does not block others.
    ///
    /// - Parameter longestWait: The longest possible delay. An action scheduled further ahead was scheduled by a wrong
    ///   clock and is sent at once.
    func next(to supplier: SupplierID, at now: Timestamp, longestWait: Duration) -> Next? {
        var blocked: Set<TicketID> = []
        var later: Timestamp?
        for action in actions where action.ticket.supplier == supplier && !blocked.contains(action.ticket) {
            switch action.state {
            case .waiting:
                return .now(action)
            case .retrying(let time, _):
                guard now < time, time <= now.advanced(by: longestWait) else { return .now(action) }
                later = later.map { min($0, time) } ?? time
                blocked.insert(action.ticket)
            case .running:
                blocked.insert(action.ticket)
            case .uncertain, .done, .refused, .dropped:
                break
            }
        }
        return later.map { .later($0) }
    }

    /// Starts an attempt. Returns no change if the action must not be sent any more.
    mutating func begin(_ id: ActionID) -> [PendingAction] {
        guard var action = action(id) else { return [] }
        switch action.state {
        case .waiting, .retrying:
            action.attempts += 1
            return [change(action.becoming(.running))]
        case .running, .uncertain, .done, .refused, .dropped:
            return []
        }
    }

    /// Records the outcome of an attempt.
    ///
    /// - Parameters:
    ///   - hasReaction: True if the ticket has the action's reaction according to its source, including this outcome.
    ///   - again: The time of the next attempt, if there is one.
    mutating func end(_ id: ActionID, _ outcome: ActionOutcome, hasReaction: Bool, again: Timestamp) -> [PendingAction]
    {
        guard var action = action(id), action.state == .running else { return [] }
        let later = slot(of: action).last { $0.id != id }
        switch outcome {
        case .done:
            return [change(action.becoming(.done))]
        case .refused(let error):
            return [change(action.becoming(.refused(error)))] + continueSlot(with: later, after: action, hasReaction)
        case .failed(let error):
            guard later == nil else {
                return [change(action.becoming(.dropped))] + continueSlot(with: later, after: action, hasReaction)
            }
            return [change(action.becoming(.retrying(at: again, error)))]
        case .uncertain(let error):
            action.isInDoubt = true
            guard later == nil else {
                return [change(action.becoming(.dropped))] + continueSlot(with: later, after: action, hasReaction)
            }
            switch action.repetition {
            case .safe: return [change(action.becoming(.retrying(at: again, error)))]
            case .unsafe: return [change(action.becoming(.uncertain(error)))]
            }
        }
    }

    /// Marks the actions that were being sent when the program ended as uncertain.
    mutating func resume(at now: Timestamp, because error: (PendingAction) -> SupplierError) -> [PendingAction] {
        actions.filter { $0.state == .running }
            .flatMap { end($0.id, .uncertain(error($0)), hasReaction: false, again: now) }
    }

    // MARK: Helpers

    private func slot(of action: PendingAction) -> [PendingAction] {
        guard let reaction = action.action.reaction else { return [] }
        return actions.filter { $0.ticket == action.ticket && $0.action.reaction == reaction }
    }

    /// Continues with the reader's latest choice in a slot after an action that did not happen, or may not have.
    /// Drops it if the ticket is already in that state.
    private mutating func continueSlot(
        with later: PendingAction?, after action: PendingAction, _ hasReaction: Bool
    ) -> [PendingAction] {
        guard let later else { return [] }
        if action.isInDoubt { return [change(later.inDoubt())] }
        return hasReaction != later.action.takesBack ? [change(later.becoming(.dropped))] : []
    }

    private mutating func append(_ action: PendingAction) -> PendingAction {
        actions.append(action)
        return action
    }

    private mutating func change(_ action: PendingAction) -> PendingAction {
        guard let index = actions.firstIndex(where: { $0.id == action.id }) else { return action }
        if action.state.isFinal {
            actions.remove(at: index)
        } else {
            actions[index] = action
        }
        return action
    }
}

extension PendingAction {
    /// Returns the same action, marked as replacing one that may have succeeded.
    fileprivate func inDoubt() -> PendingAction {
        var action = self
        action.isInDoubt = true
        return action
    }
}
