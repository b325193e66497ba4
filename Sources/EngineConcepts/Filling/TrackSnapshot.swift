/// The state of an engine at one version.
public struct TrackSnapshot: Hashable, Sendable {
    public var version: TrackVersion
    /// The gaps, newest first.
    public var gaps: [Gap]
    /// The ranges that the Track shows.
    public var visibleRanges: TimeframeSet
    /// The active suppliers, sorted by name.
    public var suppliers: [SupplierStatus]

    public init(version: TrackVersion, gaps: [Gap], visibleRanges: TimeframeSet, suppliers: [SupplierStatus]) {
        self.version = version
        self.gaps = gaps
        self.visibleRanges = visibleRanges
        self.suppliers = suppliers
    }

    /// The suppliers that have loaded nothing.
    public var unloaded: Set<SupplierID> { Set(suppliers.lazy.filter(\.hasLoadedNothing).map(\.id)) }

    /// The gaps as screens and commands show them: one for all suppliers that have loaded nothing, and those of the others.
    public var shownGaps: [Gap] { GapSelection(unloaded: unloaded).joiningUnloaded(gaps) }
}
