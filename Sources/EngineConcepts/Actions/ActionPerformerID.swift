/// The supplier or account that performs an action. Each performs one at a time.
public enum ActionPerformerID: Hashable, Sendable, CustomStringConvertible {
    case supplier(SupplierID)
    case account(AccountID)

    public var description: String {
        switch self {
        case .supplier(let supplier): supplier.rawValue
        case .account(let account): account.rawValue
        }
    }
}
