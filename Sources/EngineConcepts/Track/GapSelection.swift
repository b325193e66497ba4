/// The gaps that a view shows. Hiding a gap changes no coverage: what it withholds stays withheld until it is filled.
public struct GapSelection: Hashable, Sendable {
    /// The suppliers that can contribute to the view, or `nil` for all. Partial gaps of others are hidden.
    public var contributors: Set<SupplierID>?
    /// Suppliers whose partial gaps are hidden, because they have failed for long.
    public var silent: Set<SupplierID>
    /// The ranges whose gaps the user has dismissed.
    public var dismissed: [SupplierID: TimeframeSet]

    /// Creates a selection; without arguments it shows every gap.
    public init(
        contributors: Set<SupplierID>? = nil, silent: Set<SupplierID> = [],
        dismissed: [SupplierID: TimeframeSet] = [:]
    ) {
        self.contributors = contributors
        self.silent = silent
        self.dismissed = dismissed
    }

    /// True if no gap is hidden.
    var showsAll: Bool { contributors == nil && silent.isEmpty && dismissed.isEmpty }

    /// Returns the gap without the suppliers that are hidden, or `nil` if none is left. A full gap withholds what other
    /// suppliers delivered, so only the user's own decision hides it, and only if it holds for every missing supplier.
    func shown(_ gap: Gap) -> Gap? {
        guard !showsAll else { return gap }
        func isDismissed(_ missing: Gap.Missing) -> Bool {
            dismissed[missing.supplier]?.contains(gap.timeframe) ?? false
        }
        guard gap.kind == .partial else { return gap.missing.allSatisfy(isDismissed) ? nil : gap }
        let missing = gap.missing.filter { missing in
            contributors?.contains(missing.supplier) ?? true && !silent.contains(missing.supplier)
                && !isDismissed(missing)
        }
        return missing.isEmpty ? nil : Gap(timeframe: gap.timeframe, kind: .partial, missing: missing)
    }
}
