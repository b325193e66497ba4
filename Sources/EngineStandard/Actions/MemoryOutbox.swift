public import EngineConcepts

/// An outbox in memory, for tests and for engines whose actions end with the process. It behaves exactly like a durable one.
public actor MemoryOutbox: Outbox {
    private var actions: [PendingAction]
    /// The settings that actions have changed.
    public private(set) var settings: [String: String] = [:]

    public init(_ actions: [PendingAction] = []) { self.actions = actions }

    public func pendingActions() async throws -> [PendingAction] { actions }

    public func apply(_ changes: [OutboxChange]) async throws {
        for change in changes {
            switch change {
            case .append(let action): actions.append(action)
            case .update(let action):
                if let index = actions.firstIndex(where: { $0.id == action.id }) {
                    actions[index] = action
                }
            case .remove(let id): actions.removeAll { $0.id == id }
            case .setting(let change): settings[change.name] = change.value
            }
        }
    }
}
