/// The changes that a store writes to the Track in one transaction.
public struct TrackCommit: Hashable, Sendable {
    /// A ticket to write.
    public struct Entry: Hashable, Sendable {
        public var ticket: Ticket
        /// A hash of the ticket's content.
        public var fingerprint: UInt64
        /// True if the ticket arrived in a range that was already complete. Ignored for updates.
        public var isLate: Bool
        /// True if an update changes only counts, so that it is not an edit.
        public var isRecount: Bool
        /// The time at which the source first delivered the ticket, or `nil` if it is not known. Ignored for updates.
        public var firstSeen: Timestamp?
        /// True if the ticket becomes read, also by an update: the user has written it.
        public var isRead: Bool

        public init(
            ticket: Ticket, fingerprint: UInt64, isLate: Bool = false, isRecount: Bool = false,
            firstSeen: Timestamp? = nil, isRead: Bool = false
        ) {
            self.ticket = ticket
            self.fingerprint = fingerprint
            self.isLate = isLate
            self.isRecount = isRecount
            self.firstSeen = firstSeen
            self.isRead = isRead
        }

        /// Creates the entry of an item that was first seen at `seen`.
        @inlinable
        public init(_ item: SourceItem, of supplier: SupplierID, fingerprint: UInt64, seen: Timestamp) {
            self.init(ticket: Ticket(item, of: supplier, seen: seen), fingerprint: fingerprint, firstSeen: seen)
        }
    }

    /// New tickets. A ticket that the store already has is treated as an update.
    public var inserted: [Entry]
    /// Tickets with changed content or counts. Their places stay, and their marks unless ``Entry/isRead`` is true. The
    /// previous content goes to the edit history.
    public var updated: [Entry]
    /// Tickets deleted at their source.
    public var deleted: [TicketID]
    /// Tickets to forget. Of active suppliers, identities and places stay, and later commits cannot bring the tickets back.
    /// Of others nothing stays: a source that is followed again delivers its items again.
    public var removed: [TicketID]
    /// The changed supplier states.
    public var supplierStates: [SupplierID: SupplierState]
    /// The active suppliers after the commit.
    public var active: Set<SupplierID>
    /// The ranges that the Track shows after the commit.
    public var visibleRanges: TimeframeSet

    public init(
        inserted: [Entry] = [], updated: [Entry] = [], deleted: [TicketID] = [], removed: [TicketID] = [],
        supplierStates: [SupplierID: SupplierState] = [:], active: Set<SupplierID>, visibleRanges: TimeframeSet
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        self.removed = removed
        self.supplierStates = supplierStates
        self.active = active
        self.visibleRanges = visibleRanges
    }
}
