/// The gaps that a view shows. Hiding a gap changes no coverage: what it withholds stays withheld until it is filled.
public struct GapSelection: Hashable, Sendable {
    /// The suppliers that can contribute to the view, or `nil` for all. Partial gaps of others are hidden.
    public var contributors: Set<SupplierID>?
    /// Suppliers whose partial gaps are hidden, because they have failed for long.
    public var silent: Set<SupplierID>
    /// Suppliers that are being asked. A partial gap is hidden if only these are missing from it; beside others it names them.
    public var awaited: Set<SupplierID>
    /// Suppliers that have loaded nothing. They share one partial gap without bounds, above everything else, and the gaps
    /// of others do not name them.
    public var unloaded: Set<SupplierID>
    /// The ranges whose gaps the user has dismissed.
    public var dismissed: [SupplierID: TimeframeSet]

    /// Creates a selection; without arguments it shows every gap.
    public init(
        contributors: Set<SupplierID>? = nil, silent: Set<SupplierID> = [], awaited: Set<SupplierID> = [],
        unloaded: Set<SupplierID> = [], dismissed: [SupplierID: TimeframeSet] = [:]
    ) {
        self.contributors = contributors
        self.silent = silent
        self.awaited = awaited
        self.unloaded = unloaded
        self.dismissed = dismissed
    }

    /// Returns the gap without the suppliers that are hidden, or `nil` if none is left. A full gap withholds what other
    /// suppliers delivered, so only the user's own decision hides it, and only if it holds for every missing supplier.
    ///
    /// - Parameter suppliers: The suppliers of the view, or `nil` for all. A partial gap names only these.
    func shown(_ gap: Gap, of suppliers: Set<SupplierID>?) -> Gap? {
        if suppliers == nil, contributors == nil, silent.isEmpty, awaited.isEmpty, dismissed.isEmpty { return gap }
        func isDismissed(_ missing: Gap.Missing) -> Bool {
            guard let ranges = dismissed[missing.supplier] else { return false }
            return unloaded.contains(missing.supplier)
                ? ranges.oldest == .beginningOfTime : ranges.contains(gap.timeframe)
        }
        guard gap.kind == .partial else { return gap.missing.allSatisfy(isDismissed) ? nil : gap }
        let missing = gap.missing.filter { missing in
            suppliers?.contains(missing.supplier) ?? true && contributors?.contains(missing.supplier) ?? true
                && !silent.contains(missing.supplier) && !isDismissed(missing)
        }
        guard missing.contains(where: { !awaited.contains($0.supplier) }) else { return nil }
        return Gap(timeframe: gap.timeframe, kind: .partial, missing: missing)
    }

    /// Returns the gaps, newest first, with one gap for all that ``unloaded`` suppliers lack. A full gap still names them if
    /// no other supplier is missing from it.
    func joiningUnloaded(_ gaps: [Gap]) -> [Gap] {
        guard !unloaded.isEmpty else { return gaps }
        var whole: [SupplierID: Gap.Missing] = [:]
        var rest: [Gap] = []
        for gap in gaps {
            let others = gap.missing.filter { !unloaded.contains($0.supplier) }
            if gap.kind == .partial {
                for missing in gap.missing where unloaded.contains(missing.supplier) && whole[missing.supplier] == nil {
                    whole[missing.supplier] = missing
                }
                if others.isEmpty { continue }
            }
            rest.append(others.isEmpty ? gap : Gap(timeframe: gap.timeframe, kind: gap.kind, missing: others))
        }
        guard !whole.isEmpty else { return rest }
        let missing = whole.values.sorted { $0.supplier < $1.supplier }
        return [Gap(timeframe: .always, kind: .partial, missing: missing)] + rest
    }
}
