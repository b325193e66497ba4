/// A transition that a flow's table does not allow.
public nonisolated struct ForbiddenTransition<State: Hashable & Sendable>: Error, Hashable, Sendable,
    CustomStringConvertible
{
    /// Where the flow is, and stays.
    public let from: State
    /// Where it was told to go.
    public let to: State

    /// In words.
    public var description: String { "This flow cannot go from \(from) to \(to)." }
}

/// The state of a flow and the table of transitions that it allows.
public nonisolated struct StateMachine<State: Hashable & Sendable>: Sendable {
    /// Where the flow is.
    public private(set) var state: State
    /// Where each state leads.
    public let table: [State: Set<State>]

    /// Starts in `state`. States without an entry in the table are final.
    public init(_ state: State, table: [State: Set<State>]) {
        self.state = state
        self.table = table
    }

    /// Whether the flow may go to `next`.
    public func allows(_ next: State) -> Bool {
        table[state]?.contains(next) ?? false
    }

    /// Goes to `next`, or throws and stays.
    public mutating func transition(to next: State) throws(ForbiddenTransition<State>) {
        guard allows(next) else { throw ForbiddenTransition(from: state, to: next) }
        state = next
    }
}
