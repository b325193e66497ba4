/// The set of tickets that a window reads.
public enum TicketReach: Hashable, Sendable {
    /// Tickets that the Track shows. Full gaps withhold the others until nothing can appear between them.
    case track
    /// All stored tickets of active suppliers at their final places, including those that full gaps withhold.
    case store
}
