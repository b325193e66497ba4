/// An action that has not ended. Contains no secrets; suppliers add theirs when they send it.
public struct PendingAction: Hashable, Sendable, Identifiable {
    /// The same in all attempts and after a restart.
    public let id: ActionID
    /// The action and its target.
    public let request: RequestedAction
    /// The canonical URI of the ticket, or `nil` if it has none. The action is shown on all tickets of this post.
    public let uri: String?
    /// The time of the user's request.
    public let requestedAt: Timestamp
    /// The performer's rule for repeating the action, as it was at ``requestedAt``.
    public let repetition: ActionRepetition
    /// The number of attempts so far.
    public var attempts: Int
    /// True if an attempt at this action, or at the opposite one that it replaced, may have succeeded. The state at the
    /// source is then unknown, and undoing needs a request of its own.
    public var isInDoubt: Bool
    public var state: ActionState

    /// Creates an action; by default one that was not sent.
    public init(
        id: ActionID, request: RequestedAction, uri: String? = nil, requestedAt: Timestamp,
        repetition: ActionRepetition, attempts: Int = 0, isInDoubt: Bool = false, state: ActionState = .waiting
    ) {
        self.id = id
        self.request = request
        self.uri = uri
        self.requestedAt = requestedAt
        self.repetition = repetition
        self.attempts = attempts
        self.isInDoubt = isInDoubt
        self.state = state
    }

    /// The action on a ticket, or `nil` if it has another target.
    public var ticketAction: TicketAction? {
        if case .ticket(let action, _) = request { action } else { nil }
    }

    /// The ticket, or `nil` if the action has another target.
    public var ticket: TicketID? {
        if case .ticket(_, let ticket) = request { ticket } else { nil }
    }

    /// The thing that an action changes.
    package enum Subject: Hashable, Sendable {
        case ticket(TicketID)
        /// The post with this URI, which several tickets show.
        case post(String)
        case person(Person)
        case account(AccountID)
    }

    package var subject: Subject {
        if let uri { return .post(uri) }
        return switch request {
        case .ticket(_, let ticket): .ticket(ticket)
        case .person(_, let person): .person(person)
        case .account(_, let account): .account(account)
        }
    }

    /// Returns the same action in another state.
    public func becoming(_ state: ActionState) -> PendingAction {
        var action = self
        action.state = state
        return action
    }
}
