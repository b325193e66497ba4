public import EngineConcepts

/// An outbox that keeps its actions in memory and nothing beyond the process: for samples, threads, profiles and tests.
/// It answers exactly as a durable one does.
public actor MemoryOutbox: Outbox {
    private var actions: [PendingAction]

    /// An outbox that keeps these actions.
    public init(_ actions: [PendingAction] = []) {
        self.actions = actions
    }

    /// All that is kept, in order.
    public func pendingActions() async throws -> [PendingAction] {
        actions
    }

    /// Makes all of these changes.
    public func apply(_ changes: [OutboxChange]) async throws {
        for change in changes {
            switch change {
            case .append(let action):
                actions.append(action)
            case .update(let action):
                if let index = actions.firstIndex(where: { $0.id == action.id }) {
                    actions[index] = action
                }
            case .remove(let id):
                actions.removeAll { $0.id == id }
            }
        }
    }
}
