/// What a commit did to the Track's rows: removed, inserted and reloaded, never a move. Keyed by row and neighbour, so
/// that a screen can keep its place without knowing any index.
public struct TrackChanges: Hashable, Sendable {
    /// A row that came, with the row that now stands directly above it.
    public struct Insertion: Hashable, Sendable {
        /// The row that came.
        public let row: TrackRow.ID
        /// Its place.
        public let place: TrackPlace
        /// What stands directly above it; nil for the Track's newest row.
        public let below: TrackRow.ID?

        /// Makes a record of an insertion.
        public init(row: TrackRow.ID, place: TrackPlace, below: TrackRow.ID?) {
            self.row = row
            self.place = place
            self.below = below
        }
    }

    /// The version that the changes lead to.
    public var version: TrackVersion
    /// The fill that they come from; nil for late answers, and for suppliers that come and go.
    public var fill: FillID?
    /// Rows that are gone.
    public var removed: [TrackRow.ID]
    /// Rows that came, newest first.
    public var inserted: [Insertion]
    /// Rows whose content changed in place.
    public var reloaded: [TrackRow.ID]
    /// Suppliers that joined the Track: all their stored tickets that it shows came with them. Not listed one by one.
    public var joined: Set<SupplierID>
    /// Suppliers that left the Track: all their tickets went with them. Not listed one by one.
    public var left: Set<SupplierID>

    /// Makes changes.
    public init(
        version: TrackVersion, removed: [TrackRow.ID] = [], inserted: [Insertion] = [], reloaded: [TrackRow.ID] = [],
        joined: Set<SupplierID> = [], left: Set<SupplierID> = [], fill: FillID? = nil
    ) {
        self.version = version
        self.fill = fill
        self.removed = removed
        self.inserted = inserted
        self.reloaded = reloaded
        self.joined = joined
        self.left = left
    }

    /// Whether nothing changed.
    public var isEmpty: Bool {
        removed.isEmpty && inserted.isEmpty && reloaded.isEmpty && joined.isEmpty && left.isEmpty
    }
}
