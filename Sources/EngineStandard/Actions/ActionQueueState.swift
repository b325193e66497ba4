import EngineConcepts

/// The actions of an engine that have not ended, and all decisions about them: what collapses into what, what is sent
/// next, what an outcome leads to. A value; whoever owns it makes its changes last.
///
/// Actions that give or take back one reaction of one ticket share a *slot*. At most one of a slot has been sent, and at
/// most one waits behind it: the reader's last word.
struct ActionQueueState {
    /// In the order in which they were asked for.
    private(set) var actions: [PendingAction]

    init(_ actions: [PendingAction] = []) {
        self.actions = actions
    }

    func action(_ id: ActionID) -> PendingAction? {
        actions.first { $0.id == id }
    }

    /// What an outbox has to do so that it keeps this instead of `former`.
    ///
    /// - Parameter changed: every action whose state is another now, in order.
    static func changes(_ changed: [PendingAction], from former: ActionQueueState) -> [OutboxChange] {
        changed.compactMap { action in
            let isKnown = former.action(action.id) != nil
            if action.state.isFinal { return isKnown ? .remove(action.id) : nil }
            return isKnown ? .update(action) : .append(action)
        }
    }

    // MARK: What the reader asks

    /// Takes an action in; answers every action that came into another state by that, the new one included.
    ///
    /// - Parameter stands: whether the ticket has the action's reaction, as far as its source has told.
    mutating func ask(_ new: PendingAction, stands: Bool) -> [PendingAction] {
        let slot = slot(of: new)
        guard let last = slot.last else { return [append(new)] }
        if last.action == new.action {
            guard case .uncertain = last.state else { return [new.becoming(.dropped)] }
            return [change(last.becoming(.waiting)), new.becoming(.dropped)]
        }
        switch last.state {
        case .waiting where !last.isInDoubt, .retrying where !last.isInDoubt:
            let dropped = change(last.becoming(.dropped))
            let isSo = slot.dropLast().last.map { !$0.action.takesBack } ?? stands
            return isSo != new.action.takesBack ? [dropped, new.becoming(.dropped)] : [dropped, append(new)]
        case .waiting, .retrying, .uncertain:
            // Whatever it did, the new one puts it right.
            return [change(last.becoming(.dropped)), append(new.inDoubt())]
        case .running, .done, .refused, .dropped:
            return [append(new)]
        }
    }

    /// Makes an action that is uncertain, or waits for its time, wait for nothing but its turn.
    mutating func retry(_ id: ActionID) -> [PendingAction] {
        guard let action = action(id) else { return [] }
        switch action.state {
        case .uncertain, .retrying: return [change(action.becoming(.waiting))]
        case .waiting, .running, .done, .refused, .dropped: return []
        }
    }

    /// Drops an action that is not being sent.
    mutating func drop(_ id: ActionID) -> [PendingAction] {
        guard let action = action(id), action.state != .running else { return [] }
        return [change(action.becoming(.dropped))]
    }

    // MARK: What is sent

    /// What can be sent next to this supplier, or when.
    enum Next: Equatable {
        case now(PendingAction)
        case later(Timestamp)
    }

    /// What to send next to this supplier: the oldest action that may be sent and has no elder on its ticket that is yet
    /// to be sent. One that is uncertain was sent already and holds nobody up. Nil where nothing is to be sent.
    ///
    /// - Parameter patience: The longest that an action ever waits: one that is to wait for longer was put off by a clock that
    ///   was ahead, and waits no more.
    func next(to supplier: SupplierID, at now: Timestamp, patience: Duration) -> Next? {
        var held: Set<TicketID> = []
        var later: Timestamp?
        for action in actions where action.ticket.supplier == supplier && !held.contains(action.ticket) {
            switch action.state {
            case .waiting:
                return .now(action)
            case .retrying(let time, _):
                guard now < time, time <= now.advanced(by: patience) else { return .now(action) }
                later = later.map { min($0, time) } ?? time
                held.insert(action.ticket)
            case .running:
                held.insert(action.ticket)
            case .uncertain, .done, .refused, .dropped:
                break
            }
        }
        return later.map { .later($0) }
    }

    /// Begins an attempt; nothing where the action is not to be sent any more.
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

    /// Takes an attempt's outcome in.
    ///
    /// - Parameters:
    ///   - stands: Whether the ticket has the action's reaction, as far as its source has told, this outcome included.
    ///   - again: When to try again, where that is what it comes to.
    mutating func end(_ id: ActionID, _ outcome: ActionOutcome, stands: Bool, again: Timestamp) -> [PendingAction] {
        guard var action = action(id), action.state == .running else { return [] }
        let later = slot(of: action).last { $0.id != id }
        switch outcome {
        case .done:
            return [change(action.becoming(.done))]
        case .refused(let error):
            return [change(action.becoming(.refused(error)))] + goOn(with: later, after: action, stands)
        case .failed(let error):
            guard later == nil else {
                return [change(action.becoming(.dropped))] + goOn(with: later, after: action, stands)
            }
            return [change(action.becoming(.retrying(at: again, error)))]
        case .uncertain(let error):
            action.isInDoubt = true
            guard later == nil else {
                return [change(action.becoming(.dropped))] + goOn(with: later, after: action, stands)
            }
            switch action.repetition {
            case .safe: return [change(action.becoming(.retrying(at: again, error)))]
            case .unsafe: return [change(action.becoming(.uncertain(error)))]
            }
        }
    }

    /// Takes note of what was being sent when the program ended: nobody knows what became of it.
    mutating func resume(at now: Timestamp, because error: (PendingAction) -> SupplierError) -> [PendingAction] {
        actions.filter { $0.state == .running }
            .flatMap { end($0.id, .uncertain(error($0)), stands: false, again: now) }
    }

    // MARK: Inside

    private func slot(of action: PendingAction) -> [PendingAction] {
        guard let reaction = action.action.reaction else { return [] }
        return actions.filter { $0.ticket == action.ticket && $0.action.reaction == reaction }
    }

    /// Goes on with the reader's last word about a slot, after an action that did not happen or may not have: drops it
    /// where it would only say what is so already.
    private mutating func goOn(
        with later: PendingAction?, after action: PendingAction, _ stands: Bool
    ) -> [PendingAction] {
        guard let later else { return [] }
        if action.isInDoubt { return [change(later.inDoubt())] }
        return stands != later.action.takesBack ? [change(later.becoming(.dropped))] : []
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
    /// The same action in the place of one that may have happened.
    fileprivate func inDoubt() -> PendingAction {
        var action = self
        action.isInDoubt = true
        return action
    }
}
