import EngineConcepts

/// Reads, changes and stores the gaps that the user has dismissed. One instance per run; screens observe it.
public final class GapDismissals {
    private(set) var dismissed = DismissedGaps()

    private let session: Session
    let changes = Observers<Void>()

    init(session: Session) { self.session = session }

    /// Reads the stored gaps.
    func restore() async throws {
        dismissed = try await session.preferences.value(.dismissedGaps, as: DismissedGaps.self) ?? DismissedGaps()
        changes.notify(())
    }

    /// Changes and stores the dismissed gaps. Can be undone.
    ///
    /// - Parameters:
    ///   - undone: The message when the change is undone.
    ///   - onUndo: Called when the change is undone.
    func change(undone: String, _ change: (inout DismissedGaps) -> Void, onUndo: (() -> Void)? = nil) {
        let before = dismissed
        change(&dismissed)
        guard dismissed != before else { return }
        store()
        session.undo.push { [self] in
            dismissed = before
            store()
            onUndo?()
            return undone
        }
    }

    private func store() {
        session.preferences.set(.dismissedGaps, encoding: dismissed)
        changes.notify(())
    }
}

/// The gaps that the user has dismissed: the value that ``GapDismissals`` stores.
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
    mutating func restore(_ supplier: SupplierID) { ranges[supplier] = nil }
}
