extension TrackView {
    /// Returns the Track's gaps as the view shows them, newest first.
    public func gaps(of gaps: [Gap]) -> [Gap] {
        self.gaps.joiningUnloaded(gaps.compactMap { $0.seen(in: self) })
    }
}

extension Gap {
    /// Returns the gap as `view` shows it, or `nil` if it does not concern the view. A full gap is unchanged, because
    /// what it withholds may belong to the view. A partial gap keeps only the view's suppliers. See ``GapSelection`` for
    /// gaps that are hidden.
    public func seen(in view: TrackView) -> Gap? {
        guard let gap = view.gaps.shown(self) else { return nil }
        return gap.seen(by: view.suppliers)
    }

    private func seen(by suppliers: Set<SupplierID>?) -> Gap? {
        guard let suppliers, kind == .partial else { return self }
        let missing = missing.filter { suppliers.contains($0.supplier) }
        return missing.isEmpty ? nil : Gap(timeframe: timeframe, kind: .partial, missing: missing)
    }
}
