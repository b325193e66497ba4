public import EngineConcepts

/// The tickets whose text the user has revealed although it has a warning or a rule muffles them.
public final class RevealedTickets {
    public private(set) var ids: Set<TicketID> = []
    /// The tickets that were revealed or covered.
    let changes = Observers<TicketID>()

    /// Reveals the text of a ticket, or covers it again.
    func toggle(_ id: TicketID) {
        ids.formSymmetricDifference([id])
        changes.notify(id)
    }
}
