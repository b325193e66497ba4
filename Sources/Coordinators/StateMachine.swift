import EngineConcepts
import ViewModels

/// A transition that the flow does not allow: an error in the program.
public nonisolated struct ForbiddenTransition<State: Hashable & Sendable>: Error, Hashable {
    /// The current state, which is unchanged.
    public let from: State
    /// The requested state.
    public let to: State
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

    /// Returns true if the table allows a transition to `next`.
    public func allows(_ next: State) -> Bool {
        table[state]?.contains(next) ?? false
    }

    /// Goes to `next`, or throws and keeps the state.
    public mutating func transition(to next: State) throws(ForbiddenTransition<State>) {
        guard allows(next) else { throw ForbiddenTransition(from: state, to: next) }
        state = next
    }

    /// Goes to `next`, or returns false after an error, which stops a debug build and is otherwise shown and logged.
    @MainActor
    mutating func enter(_ next: State, reportingTo session: Session) -> Bool {
        do {
            try transition(to: next)
            return true
        } catch {
            let description = "The flow cannot go from \(error.from) to \(error.to)."
            session.messages.failure(Message("transitionForbidden"))
            session.messages.log(description)
            assertionFailure(description)
            return false
        }
    }
}
