/// A transition that the flow's table does not allow.
public nonisolated struct ForbiddenTransition<State: Hashable & Sendable>: Error, Hashable, Sendable,
    CustomStringConvertible
{
    /// The current state, which is unchanged.
    public let from: State
    /// The requested state.
    public let to: State

    /// The error message.
    public var description: String { "This flow cannot go from \(from) to \(to)." }
}

/// The state of a flow, with the table of allowed transitions.
public nonisolated struct StateMachine<State: Hashable & Sendable>: Sendable {
    /// The current state of the flow.
    public private(set) var state: State
    /// The allowed transitions from each state.
    public let table: [State: Set<State>]

    /// Starts in `state`. States without an entry in the table are final.
    public init(_ state: State, table: [State: Set<State>]) {
        self.state = state
        self.table = table
    }

    /// True if the table allows a transition to `next`.
    public func allows(_ next: State) -> Bool {
        table[state]?.contains(next) ?? false
    }

    /// Goes to `next`, or throws and keeps the state.
    public mutating func transition(to next: State) throws(ForbiddenTransition<State>) {
        guard allows(next) else { throw ForbiddenTransition(from: state, to: next) }
        state = next
    }
}
