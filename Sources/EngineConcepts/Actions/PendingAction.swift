/// A globally unique identity of an action: 128 random bits as hexadecimal digits, usable as an idempotency key.
public struct ActionID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Returns a new random identity.
    public static func random(using generator: inout some RandomNumberGenerator) -> ActionID {
        let halves = [generator.next(), generator.next()] as [UInt64]
        return ActionID(
            halves.map { half in
                let digits = String(half, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }
            .joined())
    }

    public var description: String { rawValue }

    /// Encodes as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Decodes a string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }
}

/// The state of an action.
public enum ActionState: Hashable, Sendable, Codable {
    /// Not sent, or to be sent again at the reader's request.
    case waiting
    /// Sent, without an answer yet.
    case running
    /// Failed with this error, to be sent again at this time.
    case retrying(at: Timestamp, SupplierError)
    /// May have succeeded or not, and may not be repeated automatically. The reader decides.
    case uncertain(SupplierError)
    /// Succeeded.
    case done
    /// Refused by the source; did not succeed and will not.
    case refused(SupplierError)
    /// Not sent any more: the reader took it back, or another action replaced it.
    case dropped

    /// True if the action has ended. An ended action is in no outbox.
    public var isFinal: Bool {
        switch self {
        case .waiting, .running, .retrying, .uncertain: false
        case .done, .refused, .dropped: true
        }
    }
}

/// An action that has not ended. Contains no secrets; suppliers add theirs when they send it.
public struct PendingAction: Hashable, Sendable, Codable, Identifiable {
    public let id: ActionID
    public let action: TicketAction
    /// The ticket. Its supplier sends the action.
    public let ticket: TicketID
    /// The time of the reader's request.
    public let asked: Timestamp
    /// The supplier's rule for repeating the action, as it was at ``asked``.
    public let repetition: ActionRepetition
    /// The number of attempts so far.
    public var attempts: Int
    /// True if an earlier attempt, of this action or of the opposite one that it replaced, may have succeeded. The
    /// state at the source is then unknown, and undoing needs a request of its own.
    public var isInDoubt: Bool
    public var state: ActionState

    /// Creates an action; by default one that was not sent.
    public init(
        id: ActionID, action: TicketAction, ticket: TicketID, asked: Timestamp, repetition: ActionRepetition,
        attempts: Int = 0, isInDoubt: Bool = false, state: ActionState = .waiting
    ) {
        self.id = id
        self.action = action
        self.ticket = ticket
        self.asked = asked
        self.repetition = repetition
        self.attempts = attempts
        self.isInDoubt = isInDoubt
        self.state = state
    }

    /// Returns the same action in another state.
    public func becoming(_ state: ActionState) -> PendingAction {
        var action = self
        action.state = state
        return action
    }
}
