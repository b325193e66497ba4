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

    /// True if the action will be sent without being asked for again, or is being sent.
    package var isUnderWay: Bool { !isFinal && !needsDecision }

    /// True if the action is not sent unless the user asks for it.
    package var needsDecision: Bool {
        switch self {
        case .uncertain, .expired: true
        case .waiting, .running, .retrying, .done, .refused, .dropped: false
        }
    }
}
