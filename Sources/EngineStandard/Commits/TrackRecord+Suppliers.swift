import EngineConcepts

extension TrackRecord {
    /// Makes these the active suppliers. Those that join are asked even if they failed before.
    ///
    /// - Parameters:
    ///   - answered: The times at which suppliers answered requests outside the engine. Older rate limits of active suppliers
    ///     end.
    ///   - endsStreams: True to record that all streams have ended.
    mutating func changeSuppliers(
        to suppliers: Set<SupplierID>, answered: [SupplierID: Timestamp], endsStreams: Bool, at now: Timestamp
    ) {
        let joining = suppliers.subtracting(active)
        // The streams of those that leave end now.
        for supplier in active.subtracting(suppliers) { supplierStates[supplier]?.ranges.recordStreamEnd() }
        active = suppliers
        for supplier in suppliers {
            if joining.contains(supplier) { supplierStates[supplier]?.requests.clearFailures(at: now) }
            if let answer = answered[supplier] {
                supplierStates[supplier]?.requests.clearRateLimit(answered: answer)
            }
            if endsStreams { supplierStates[supplier]?.ranges.recordStreamEnd() }
        }
    }

    /// Makes visible the holes in which no supplier is missing.
    mutating func showCompleteHoles() {
        visibleRanges.formUnion(GapDerivation.revealed(visibleRanges: visibleRanges, supplierStates: activeStates))
    }

    /// Returns those of `suppliers`, or of all if `nil`, whose last request has failed since `began`, with the causes.
    func failures(of suppliers: Set<SupplierID>?, since began: Timestamp) -> [SupplierID: GapCause] {
        activeStates.filter { suppliers?.contains($0.key) ?? true }
            .compactMapValues { state in
                guard case .failed(_, let failed) = state.requests.condition, failed >= began else { return nil }
                return state.requests.cause
            }
    }
}
