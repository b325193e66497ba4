import EngineConcepts

/// Handles the actions on items of a sample source. Stateless: the Track stores the results.
struct SampleActions: Sendable {
    /// The result of actions.
    enum Behavior: Sendable {
        case succeeding
        case failing(SupplierError)
        /// The connection fails in every second period of this length, beginning with the sample's start.
        case intermittent(Duration)
    }

    /// The supported actions, and if they may be repeated.
    let actions: [TicketAction.Kind: ActionRepetition]
    /// The delay before the result.
    let delay: Duration
    let behavior: Behavior

    /// Supports these reactions and undoing them, and other kinds of actions.
    init(
        _ reactions: [Reaction], also others: [TicketAction.Kind] = [], repetition: ActionRepetition = .safe,
        after delay: Duration, behavior: Behavior
    ) {
        let kinds = reactions.flatMap { reaction in
            [TicketAction(reaction, takesBack: false).kind, TicketAction(reaction, takesBack: true).kind]
        }
        actions = (kinds + others).reduce(into: [:]) { $0[$1] = repetition }
        self.delay = delay
        self.behavior = behavior
    }

    /// Returns the result of an action at a time after the sample's start.
    func outcome(at sinceStart: Duration, name: String) -> ActionOutcome {
        switch behavior {
        case .succeeding: .done(nil)
        case .failing(let error): .refused(error)
        case .intermittent(let period):
            Int(sinceStart / period).isMultiple(of: 2)
                ? .uncertain(SupplierError(.unreachable, Message("connectionClosed", ["host": .text(name)])))
                : .done(nil)
        }
    }
}
