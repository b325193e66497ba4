package import EngineConcepts

/// The final states of actions, and what they created.
struct ActionOutcomes {
    private(set) var ended: [ActionID: PendingAction] = [:]
    /// The created items, with the sources that contain them.
    private(set) var created: [ActionID: (item: SourceItem, home: SupplierID?)] = [:]

    /// Reads events until there is an outcome for each of the actions, which have left the outbox: every outcome is in
    /// the stream by then.
    ///
    /// - Parameter continuing: The actions that have left the outbox as well if the action before them was done.
    static func awaited(
        of actions: Set<ActionID>, continuing: Set<ActionID> = [], in events: AsyncStream<EngineEvent>
    ) async -> ActionOutcomes {
        var outcomes = ActionOutcomes()
        var open = actions
        guard !open.isEmpty else { return outcomes }
        for await event in events {
            switch event {
            case .created(let id, let item, let home): outcomes.created[id] = (item, home)
            case .action(let action) where action.state.isFinal && open.remove(action.id) != nil:
                outcomes.ended[action.id] = action
                if action.state == .done, continuing.contains(action.id.next) { open.insert(action.id.next) }
            default: break
            }
            if open.isEmpty { break }
        }
        return outcomes
    }
}

extension PendingAction {
    /// Returns the reason why the action is not done, or `nil` if it is done or was cancelled.
    ///
    /// - Parameter pending: All actions of the outbox, in their order. One that waits for another names it.
    package func reasonNotDone(in pending: [PendingAction]) -> Message? {
        guard let other = earlierAction(in: pending) else { return reasonNotDone }
        return Message(
            "outboxBehind",
            ["action": .message(request.words), "id": "\(other.id)", "other": .message(other.request.words)])
    }

    /// Returns the first action on the same thing that has to end before this one is sent, or `nil` if there is none.
    private func earlierAction(in pending: [PendingAction]) -> PendingAction? {
        guard state == .waiting, let index = pending.firstIndex(where: { $0.id == id }) else { return nil }
        return pending[..<index]
            .first { $0.state.isUnderWay && $0.request.performer == request.performer && $0.subject == subject }
    }

    /// The reason why the action is not done, or `nil` if it is done or was cancelled.
    package var reasonNotDone: Message? {
        let name = Message.Argument.message(request.words)
        return switch state {
        case .done, .dropped: nil
        case .running, .waiting: Message("outboxWaiting", ["action": name])
        case .retrying(let time, let error):
            Message("outboxRetrying", ["action": name, "time": .time(time), "reason": .message(error.message)])
        case .uncertain(let error): Message("outboxUncertain", ["action": name, "reason": .message(error.message)])
        case .expired(let error): Message("outboxExpired", ["action": name, "reason": .message(error.message)])
        case .refused(let error): Message("outboxRefused", ["action": name, "reason": .message(error.message)])
        }
    }
}
