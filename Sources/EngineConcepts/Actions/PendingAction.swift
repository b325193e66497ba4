/// Names an action for ever and everywhere: 128 random bits in hexadecimal digits, fit for an idempotency key.
public struct ActionID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name itself.
    public let rawValue: String

    /// Makes the identity with this name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a new name.
    public static func random(using generator: inout some RandomNumberGenerator) -> ActionID {
        let halves = [generator.next(), generator.next()] as [UInt64]
        return ActionID(
            halves.map { half in
                let digits = String(half, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }
            .joined())
    }

    /// The name itself.
    public var description: String { rawValue }

    /// Encodes as the bare name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Decodes the bare name.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }
}

/// How an action stands.
public enum ActionState: Hashable, Sendable, Codable {
    /// Not sent, or to be sent again because the reader asked for that.
    case waiting
    /// Sent; no answer yet.
    case running
    /// To be sent again at this time: the last attempt ended this way.
    case retrying(at: Timestamp, SupplierError)
    /// May have happened or not, and may not be repeated unasked: the reader decides.
    case uncertain(SupplierError)
    /// Happened.
    case done
    /// The source refuses it: it did not happen and will not.
    case refused(SupplierError)
    /// Nothing is sent for it any more: it was taken back, or another action stands for it.
    case dropped

    /// Whether it has ended. An action that has is in no outbox.
    public var isFinal: Bool {
        switch self {
        case .waiting, .running, .retrying, .uncertain: false
        case .done, .refused, .dropped: true
        }
    }
}

/// An action on its way to its source. Holds no secrets: suppliers add theirs when they send it.
public struct PendingAction: Hashable, Sendable, Codable, Identifiable {
    /// Names it.
    public let id: ActionID
    /// What is to be done.
    public let action: TicketAction
    /// To which ticket; its supplier's lane carries it.
    public let ticket: TicketID
    /// When it was asked for.
    public let asked: Timestamp
    /// What the supplier said about repeating it, when it was asked for.
    public let repetition: ActionRepetition
    /// How often it was sent.
    public var attempts: Int
    /// Whether a former attempt, of it or of an opposite whose place it took, may have happened: nobody knows what the
    /// source has then, and taking it back needs a request of its own.
    public var isInDoubt: Bool
    /// How it stands.
    public var state: ActionState

    /// Makes an action; without further arguments one that was not sent.
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

    /// The same action in another state.
    public func becoming(_ state: ActionState) -> PendingAction {
        var action = self
        action.state = state
        return action
    }
}
