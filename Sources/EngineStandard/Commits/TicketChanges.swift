import EngineConcepts

/// Changes of tickets that are committed together.
struct TicketChanges {
    var inserted: [TrackCommit.Entry] = []
    /// Stored tickets with new content, in the Track's order.
    var updated: [TrackCommit.Entry] = []
    /// The places of tickets deleted at their source.
    var deleted: Set<OrderKey> = []
    /// The places of tickets that a retention removes.
    var removed: Set<OrderKey> = []
    /// The changed states of suppliers.
    var supplierStates: [SupplierID: SupplierState] = [:]

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && removed.isEmpty }
}
