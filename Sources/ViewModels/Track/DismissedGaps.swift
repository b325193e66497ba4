import EngineConcepts

/// The gaps that the user has dismissed, as the preferences store them.
nonisolated struct DismissedGaps: Equatable, Sendable, Codable {
    /// The dismissed ranges of each supplier.
    private(set) var ranges: [SupplierID: TimeframeSet] = [:]

    /// True if no gap is dismissed.
    var isEmpty: Bool { ranges.isEmpty }

    /// Dismisses a gap for all its missing suppliers. Later gaps of a supplier that has loaded nothing yet are shown.
    mutating func dismiss(_ gap: Gap, at now: Timestamp) {
        let timeframe = gap.timeframe == .always ? Timeframe.everythingBefore(now) ?? .always : gap.timeframe
        for missing in gap.missing { ranges[missing.supplier, default: TimeframeSet()].insert(timeframe) }
    }

    /// Dismisses every gap of the suppliers, also future ones.
    mutating func dismissAll(of suppliers: some Sequence<SupplierID>) {
        for supplier in suppliers { ranges[supplier] = TimeframeSet(.always) }
    }

    /// Shows all gaps of a supplier again.
    mutating func restore(_ supplier: SupplierID) {
        ranges[supplier] = nil
    }
}
