/// The outcome of the recovery of a damaged store.
public struct RecoveryReport: Hashable, Sendable {
    /// The new path of the damaged file.
    public let damagedFile: String
    /// The number of tickets that were saved.
    public let savedTickets: Int
    /// The parts of which something could not be read or is missing. Without items, authors or sources, the suppliers count as
    /// never fetched: missing items are in gaps and can be fetched again if the sources still have them.
    public let lostParts: Set<Part>
    /// The least number of tickets that could not be read, or `nil` if it is not known.
    public let lostTickets: Int?
    /// The number of saved tickets whose author could not be read. The next delivery of such a ticket counts as a change.
    public let ticketsWithoutAuthor: Int

    /// A part of a store.
    public enum Part: CaseIterable, Hashable, Sendable {
        /// The tickets.
        case items
        /// The states of the suppliers, and the visible ranges. All suppliers with saved tickets count as active, until the
        /// engine knows its suppliers.
        case sources
        /// Choices made on screens, positions and drafts.
        case settings
        /// The tickets that a cleaning has removed and sources may still deliver.
        case removedItems
        /// The actions and posts that wait to be sent.
        case outbox
    }

    /// True if anything was lost.
    public var isIncomplete: Bool { !lostParts.isEmpty || ticketsWithoutAuthor > 0 }
}
