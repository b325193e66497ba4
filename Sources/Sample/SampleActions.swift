import EngineConcepts

/// How a bundled source takes what readers do to its items. It keeps nothing: the Track remembers what was done.
struct SampleActions: Sendable {
    /// What comes of an action.
    enum Manner: Sendable {
        /// It happens.
        case obliging
        /// The source wants none of it.
        case refusing(SupplierError)
        /// In every other stretch of this length, beginning with the sample's start, the connection breaks off.
        case unsteady(Duration)
    }

    /// What can be done, and whether it may be repeated.
    let actions: [TicketAction.Kind: ActionRepetition]
    /// How long the source thinks about it.
    let delay: Duration
    let manner: Manner

    /// Takes reactions of these kinds, and that they are taken back.
    init(_ reactions: [Reaction], _ repetition: ActionRepetition = .safe, after delay: Duration, _ manner: Manner) {
        let kinds = reactions.flatMap { reaction in
            [TicketAction(reaction, takesBack: false).kind, TicketAction(reaction, takesBack: true).kind]
        }
        actions = Dictionary(uniqueKeysWithValues: kinds.map { ($0, repetition) })
        self.delay = delay
        self.manner = manner
    }

    /// What comes of an action so long after the sample's start.
    func outcome(at sinceStart: Duration, name: String) -> ActionOutcome {
        switch manner {
        case .obliging: .done(nil)
        case .refusing(let error): .refused(error)
        case .unsteady(let stretch):
            Int(sinceStart / stretch).isMultiple(of: 2)
                ? .uncertain(SupplierError(.unreachable, "\(name) broke the connection off.")) : .done(nil)
        }
    }
}
