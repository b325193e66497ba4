/// The result of a fill.
public struct FillOutcome: Hashable, Sendable {
    /// The number of new tickets.
    public var inserted: Int
    /// The number of new tickets that arrived late: in a range that the Track already showed, and not above everything in it.
    public var late: Int
    /// The number of tickets that were stored before and became visible.
    public var revealed: Int
    /// The number of tickets with changed content, not counting changed counts.
    public var updated: Int
    /// The number of tickets deleted at their source.
    public var deleted: Int
    /// The number of items that sources filtered out.
    public var filtered: Int
    /// The suppliers that did not answer normally, with the cause.
    public var failures: [SupplierID: GapCause]

    public init(
        inserted: Int = 0, late: Int = 0, revealed: Int = 0, updated: Int = 0, deleted: Int = 0, filtered: Int = 0,
        failures: [SupplierID: GapCause] = [:]
    ) {
        self.inserted = inserted
        self.late = late
        self.revealed = revealed
        self.updated = updated
        self.deleted = deleted
        self.filtered = filtered
        self.failures = failures
    }

    /// Adds the counts and failures of another commit.
    public mutating func add(_ other: FillOutcome) {
        inserted += other.inserted
        late += other.late
        revealed += other.revealed
        updated += other.updated
        deleted += other.deleted
        filtered += other.filtered
        failures.merge(other.failures) { $1 }
    }
}
