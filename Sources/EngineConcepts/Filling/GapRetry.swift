/// The reasons for missing ranges that a fill tries again: those that some suppliers gave in the fill's gap.
///
/// The fill works on states without these reasons. Nothing is stored before its commit, which records again those about which
/// it has shown nothing new.
public struct GapRetry: Sendable {
    let timeframe: Timeframe
    let suppliers: Set<SupplierID>

    /// Creates the retry of a gap.
    ///
    /// - Parameter suppliers: The suppliers to ask again: those whose sources can be read below their newest items.
    public init(of gap: GapID, asking suppliers: Set<SupplierID>) {
        timeframe = gap.timeframe
        self.suppliers = suppliers
    }

    /// Removes the reasons from a supplier's state and returns them.
    package func reopen(_ supplierState: inout SupplierState, of supplier: SupplierID) -> [ReopenedRange] {
        suppliers.contains(supplier) ? supplierState.reopen(timeframe) : []
    }

    /// Returns true if there is such a reason.
    package func canAsk(in record: TrackRecord) -> Bool {
        record.activeStates.contains { supplier, supplierState in
            var supplierState = supplierState
            return !reopen(&supplierState, of: supplier).isEmpty
        }
    }

    /// Returns the ranges that these reasons concern, by supplier.
    func ranges(in record: TrackRecord) -> [SupplierID: TimeframeSet] {
        record.supplierStates.reduce(into: [:]) { ranges, known in
            var supplierState = known.value
            let reopened = reopen(&supplierState, of: known.key)
            if !reopened.isEmpty { ranges[known.key] = TimeframeSet(reopened.map(\.reason.timeframe)) }
        }
    }

    /// Returns the record without these reasons.
    func reopened(_ record: TrackRecord) -> TrackRecord {
        var record = record
        for (supplier, known) in record.supplierStates {
            var supplierState = known
            if !reopen(&supplierState, of: supplier).isEmpty { record.supplierStates[supplier] = supplierState }
        }
        return record
    }
}
