/// An action with its target. The kinds of actions have types of their own, so that they cannot be aimed at something
/// else.
public enum RequestedAction: Hashable, Sendable {
    case ticket(TicketAction, TicketID)
    case person(PersonAction, Person)
    case account(AccountAction, AccountID)

    /// The supplier of the ticket, or the account of the person or the post.
    public var performer: ActionPerformerID {
        switch self {
        case .ticket(_, let ticket): .supplier(ticket.supplier)
        case .person(_, let person): .account(person.account)
        case .account(_, let account): .account(account)
        }
    }

    /// The name of the action's kind, such as `like`.
    public var name: String {
        switch self {
        case .ticket(let action, _): action.kind.rawValue
        case .person(let action, _): action.rawValue
        case .account(let action, _): action.kind.rawValue
        }
    }

    /// The text that the action publishes, or `nil` if it publishes none.
    public var text: String? {
        switch self {
        case .ticket(.reply(let text), _): text
        case .ticket(.quote(let draft), _), .ticket(.edit(let draft), _), .account(.post(let draft), _): draft.wholeText
        case .ticket, .person, .account(.report, _): nil
        }
    }

    /// The switch that the action sets, or `nil` if it sets none. Actions that set the same switch of the same target
    /// replace each other.
    public var toggle: ActionToggle? {
        switch self {
        case .ticket(let action, _): action.toggle
        case .person(let action, _): action.toggle
        case .account: nil
        }
    }

    /// True if the action creates a post.
    public var createsPost: Bool {
        switch self {
        case .ticket(let action, _): action.createsPost
        case .person, .account(.report, _): false
        case .account(.post, _): true
        }
    }
}

extension RequestedAction: CustomStringConvertible {
    /// The action and its target in words for a log or a list, such as `like of feed:a/1`.
    public var description: String {
        switch self {
        case .ticket(.boostTo, let ticket): "boost of \(ticket)"
        case .ticket(_, let ticket): "\(name) of \(ticket)"
        case .person(_, let person): "\(name) of \(person.handle ?? person.id)"
        case .account(_, let account): "\(name) by \(account)"
        }
    }
}
