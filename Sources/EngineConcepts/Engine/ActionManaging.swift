/// Manages the user's actions at the sources. Calls return at once and take effect in call order;
/// ``EngineEvent/action(_:)`` reports the progress.
public protocol ActionManaging: Sendable {
    /// Performs an action of any kind, and changes a setting in the transaction that stores the action. If the action is
    /// refused without being stored, the setting stays as it is.
    ///
    /// The action is stored before it is sent. Each supplier and each account sends its actions in its own queue, which
    /// keeps the order of actions on one target. Reactions are coalesced: equal ones are sent once, and two that cancel each
    /// other out before either is sent are not sent at all.
    @discardableResult
    func perform(_ request: RequestedAction, storing change: SettingChange?) -> ActionID

    /// The unfinished actions, in call order, after all earlier calls have taken effect.
    var pendingActions: [PendingAction] { get async }

    /// Sends an uncertain or waiting action again now.
    func retry(_ action: ActionID)

    /// Removes an action that is not being sent. A waiting action is undone; an uncertain one is left in whatever
    /// state the source has it.
    func drop(_ action: ActionID)

    /// Loads the actions that were stored when the program last ended. Those that were being sent then are uncertain,
    /// or are sent again if that is safe. Nothing stored is sent before this call, so only a process that may send
    /// should make it.
    func resumeActions()
}

extension ActionManaging {
    /// Performs an action on a ticket at its source. The change is shown at once.
    @discardableResult
    public func perform(_ action: TicketAction, on ticket: TicketID) -> ActionID {
        perform(.ticket(action, ticket), storing: nil)
    }

    /// Performs an action on a person through the person's account. The change is not shown on tickets.
    @discardableResult
    public func perform(_ action: PersonAction, on person: Person) -> ActionID {
        perform(.person(action, person), storing: nil)
    }

    /// Performs an action of an account, such as a new post, which enters the Track with the server's answer.
    @discardableResult
    public func perform(_ action: AccountAction, by account: AccountID) -> ActionID {
        perform(.account(action, account), storing: nil)
    }
}
