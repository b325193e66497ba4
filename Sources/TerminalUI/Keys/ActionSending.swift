/// A controller whose view-model performs its commands.
protocol ActionSending: AnyObject {
    associatedtype Action: Sendable
    func send(_ action: Action)
}

nonisolated extension CommandRow where Target: ActionSending {
    /// Creates the row of a command that is an action of the view-model.
    init(
        _ command: Command, _ keys: [String] = [], hint: Bool = false, leadsToTimeline: Bool = false,
        argument: CommandArgument? = nil, elsewhere: (@MainActor (any CommandHost) -> Void)? = nil,
        sends action: Target.Action
    ) {
        self.init(
            command, keys, hint: hint, leadsToTimeline: leadsToTimeline, argument: argument, elsewhere: elsewhere
        ) { target, _ in target.send(action) }
    }
}
