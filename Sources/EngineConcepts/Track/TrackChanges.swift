/// The changes of one commit to the Track's rows: removals, insertions and reloads, never moves. Rows are identified
/// by identity and neighbour, so that a screen keeps its position without indexes.
public struct TrackChanges: Hashable, Sendable {
    /// An inserted row and the row directly above it.
    public struct Insertion: Hashable, Sendable {
        public let place: TrackPlace
        /// The row directly above it, or `nil` for the Track's newest row.
        public let below: TrackRow.ID?

        public init(_ place: TrackPlace, below: TrackRow.ID?) {
            self.place = place
            self.below = below
        }

        public var row: TrackRow.ID { place.row }
    }

    /// The version after the commit.
    public var version: TrackVersion
    /// The fill that made the commit, or `nil` for late answers and for changes of the supplier list.
    public var fill: FillID?
    /// The removed rows.
    public var removed: [TrackRow.ID] = []
    /// The inserted rows, newest first.
    public var inserted: [Insertion] = []
    /// Rows whose content changed in place.
    public var reloaded: [TrackRow.ID] = []
    /// Suppliers added to the Track. All their stored tickets in visible ranges appeared; they are not listed in
    /// ``inserted``.
    public var addedSuppliers: Set<SupplierID> = []
    /// Suppliers removed from the Track, with all their tickets; those are not listed in ``removed``.
    public var removedSuppliers: Set<SupplierID> = []

    /// Creates the changes of a commit that has changed nothing yet.
    public init(version: TrackVersion) { self.version = version }

    /// True if the commit changed nothing.
    public var isEmpty: Bool {
        removed.isEmpty && inserted.isEmpty && reloaded.isEmpty && addedSuppliers.isEmpty && removedSuppliers.isEmpty
    }
}
