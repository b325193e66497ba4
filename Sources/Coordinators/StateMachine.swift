import EngineConcepts
import ViewModels

/// The state of a flow, with the table of allowed transitions.
nonisolated struct StateMachine<State: Hashable & Sendable>: Sendable {
    /// The current state of the flow.
    private(set) var state: State
    /// The allowed transitions from each state.
    private let table: [State: Set<State>]

    /// Starts in `state`. States without an entry in the table are final.
    init(_ state: State, table: [State: Set<State>]) {
        self.state = state
        self.table = table
    }

    /// Goes to `next`, or returns false and keeps the state if the table does not allow that.
    mutating func transition(to next: State) -> Bool {
        guard table[state]?.contains(next) ?? false else { return false }
        state = next
        return true
    }

    /// Goes to `next`, or returns false after an error, which stops a debug build and is otherwise shown and logged.
    @MainActor
    mutating func enter(_ next: State, reportingTo session: Session) -> Bool {
        if transition(to: next) { return true }
        let description = "The flow cannot go from \(state) to \(next)."
        session.messages.failure(Message("transitionForbidden"))
        session.messages.log(description)
        assertionFailure(description)
        return false
    }
}
