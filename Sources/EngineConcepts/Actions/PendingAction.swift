/// A globally unique identity of an action: 128 random bits as hexadecimal digits, usable as an idempotency key.
public struct ActionID: TextIdentity {
    public let rawValue: String

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Returns a new random identity.
    public static func random(using generator: inout some RandomNumberGenerator) -> ActionID {
        ActionID(generator.next(), generator.next())
    }

    /// The identity of the action that continues this one, such as the next post of a thread; always the same.
    public var next: ActionID {
        let bytes = "\(rawValue)\nnext".utf8
        return ActionID(StableHash.fnv1a(bytes), StableHash.fnv1a(bytes, seed: 0x8422_2325_cbf2_9ce4))
    }

    private init(_ halves: UInt64...) {
        rawValue = halves.map { String($0, width: 16, radix: 16) }.joined()
    }
}

/// The state of an action.
public enum ActionState: Hashable, Sendable, Codable {
    /// Not sent, or to be sent again at the user's request.
    case waiting
    /// Sent, without an answer yet.
    case running
    /// Failed with this error, to be sent again at this time.
    case retrying(at: Timestamp, SupplierError)
    /// May have succeeded or not, and may not be repeated automatically. The user decides.
    case uncertain(SupplierError)
    /// Waited so long without being sent that it is not sent unasked any more. The user decides.
    case expired(SupplierError)
    /// Succeeded.
    case done
    /// Refused by the source; did not succeed and will not.
    case refused(SupplierError)
    /// Not sent any more: the user took it back, or another action replaced it.
    case dropped

    /// True if the action has ended. An ended action is in no outbox.
    public var isFinal: Bool {
        switch self {
        case .waiting, .running, .retrying, .uncertain, .expired: false
        case .done, .refused, .dropped: true
        }
    }
}

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
    /// The sender's rule for repeating the action, as it was at ``requestedAt``.
    public let repetition: ActionRepetition
    /// The number of attempts so far.
    public var attempts: Int
    /// True if an earlier attempt, of this action or of the opposite one that it replaced, may have succeeded. The
    /// state at the source is then unknown, and undoing needs a request of its own.
    public var isInDoubt: Bool
    public var state: ActionState

    /// Creates an action; by default one that was not sent.
    public init(
        id: ActionID, request: RequestedAction, uri: String? = nil, requestedAt: Timestamp,
        repetition: ActionRepetition,
        attempts: Int = 0, isInDoubt: Bool = false, state: ActionState = .waiting
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
    public var action: TicketAction? {
        if case .ticket(let action, _) = request { action } else { nil }
    }

    /// The ticket, or `nil` if the action has another target.
    public var ticket: TicketID? {
        if case .ticket(_, let ticket) = request { ticket } else { nil }
    }

    /// Returns the same action in another state.
    public func becoming(_ state: ActionState) -> PendingAction {
        var action = self
        action.state = state
        return action
    }
}
