/// The engine's persistent state without tickets.
public struct TrackRecord: Hashable, Sendable {
    /// The version of the last commit.
    public var version: TrackVersion
    /// The ranges that the Track shows.
    public var visibleRanges: TimeframeSet
    /// The state of each supplier, removed ones included.
    public var supplierStates: [SupplierID: SupplierState]
    /// The suppliers whose tickets and gaps belong to the Track.
    public var active: Set<SupplierID>

    /// Creates a record; without arguments, that of an empty Track.
    public init(
        version: TrackVersion = .empty, visibleRanges: TimeframeSet = TimeframeSet(),
        supplierStates: [SupplierID: SupplierState] = [:], active: Set<SupplierID> = []
    ) {
        self.version = version
        self.visibleRanges = visibleRanges
        self.supplierStates = supplierStates
        self.active = active
    }

    /// The Track's gaps, newest first.
    public var gaps: [Gap] {
        GapDerivation.gaps(visibleRanges: visibleRanges, supplierStates: activeStates)
    }

    /// The states of the active suppliers.
    public var activeStates: [SupplierID: SupplierState] {
        // Nearly always, these are all that are stored.
        let isOfAll = supplierStates.count == active.count && supplierStates.keys.allSatisfy(active.contains)
        if isOfAll { return supplierStates }
        return Dictionary(uniqueKeysWithValues: active.map { ($0, supplierState(of: $0)) })
    }

    /// Returns the state of a supplier. One without a stored state was never asked.
    public func supplierState(of supplier: SupplierID) -> SupplierState {
        supplierStates[supplier] ?? SupplierState()
    }

    /// Returns the gaps of a view, newest first: every full gap, because what it withholds may belong to the view,
    /// and the partial gaps in which a supplier of the view is missing. A view of one supplier has only the gaps of that
    /// supplier.
    public func gaps(in view: TrackView) -> [Gap] {
        view.gaps(of: view.onlySupplier.flatMap(gaps(ofOnly:)) ?? gaps)
    }

    /// Returns the gaps of a view of one supplier (``TrackView/onlySupplier``), newest first, or `nil` if the Track shows
    /// nothing yet or lacks the supplier.
    public func gaps(ofOnly supplier: SupplierID) -> [Gap]? {
        guard active.contains(supplier), let below = visibleRanges.newest.flatMap(Timeframe.everythingBefore) else {
            return nil
        }
        return GapDerivation.gaps(
            visibleRanges: TimeframeSet(below), supplierStates: [supplier: supplierState(of: supplier)])
    }

    /// The ranges whose tickets of active suppliers the Track shows: the visible ones and everything above them, because there
    /// is no gap above the latest refresh.
    package var shownRanges: TimeframeSet {
        var shown = visibleRanges
        if let top = visibleRanges.newest, let above = Timeframe(from: .endOfTime, downTo: top) { shown.insert(above) }
        return shown
    }

    /// The ranges whose tickets the Track withholds.
    public var withheldRanges: TimeframeSet { TimeframeSet(.always).subtracting(shownRanges) }

    /// Returns true if `time` lies in the ranges that the Track shows.
    public func shows(_ time: Timestamp) -> Bool {
        guard let top = visibleRanges.newest else { return false }
        return time >= top || visibleRanges.contains(time)
    }
}
