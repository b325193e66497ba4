/// The thing that an action is aimed at.
public enum ActionTarget: Hashable, Sendable {
    /// Its supplier sends the action.
    case ticket(TicketID)
    /// The person's account sends the action.
    case person(Person)
    case account(AccountID)
}

/// The sender of an action. Each sends one action at a time.
public enum ActionSenderID: Hashable, Sendable, CustomStringConvertible {
    case supplier(SupplierID)
    case account(AccountID)

    public var description: String {
        switch self {
        case .supplier(let supplier): supplier.rawValue
        case .account(let account): account.rawValue
        }
    }
}
