import EngineConcepts
import Synchronization

/// What readers ask of the lanes, in call order. Calls return at once; whoever finds the queue at rest sets it going.
final class ActionQueue: Sendable {
    enum Ask: Sendable {
        case perform(ActionID, TicketAction, TicketID, asked: Timestamp)
        case retry(ActionID)
        case drop(ActionID)
        case resume
    }

    private struct State {
        var random: any RandomNumberGenerator & Sendable
        var waiting: [Ask] = []
        var isGoing = false

        /// Answers whether somebody has to set the queue going.
        mutating func add(_ ask: Ask) -> Bool {
            waiting.append(ask)
            defer { isGoing = true }
            return !isGoing
        }
    }

    private let state: Mutex<State>

    init(random: any RandomNumberGenerator & Sendable) {
        state = Mutex(State(random: random))
    }

    /// Asks for an action; answers its name, and whether the caller has to set the queue going.
    func perform(_ action: TicketAction, on ticket: TicketID, asked: Timestamp) -> (id: ActionID, starts: Bool) {
        state.withLock { state in
            let id = ActionID.random(using: &state.random)
            return (id, state.add(.perform(id, action, ticket, asked: asked)))
        }
    }

    /// Asks for something; answers whether the caller has to set the queue going.
    func add(_ ask: Ask) -> Bool {
        state.withLock { $0.add(ask) }
    }

    /// What was asked next; nil where nothing was, and the queue is at rest again.
    func next() -> Ask? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isGoing = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    /// Whether nothing is asked that was not taken.
    var isAtRest: Bool {
        state.withLock { !$0.isGoing }
    }

    /// A random number from 0 to 999.
    func chance() -> Int {
        state.withLock { Int.random(in: 0..<1000, using: &$0.random) }
    }
}
