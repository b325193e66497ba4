/// The thing that an action is aimed at.
public enum ActionTarget: Hashable, Sendable {
    /// Its supplier performs the action.
    case ticket(TicketID)
    /// The person's account performs the action.
    case person(Person)
    case account(AccountID)
}
