/// The suppliers that a fill may ask, and the reason for asking them.
public struct FillScope: Hashable, Sendable {
    /// The reason for a refresh. Fills of gaps always count as ``RefreshOccasion/manual``.
    public let occasion: RefreshOccasion
    /// The only suppliers to ask, or `nil` for all.
    public let suppliers: Set<SupplierID>?
    /// True if paused suppliers are asked too.
    public let includesPaused: Bool

    public init(
        _ occasion: RefreshOccasion = .manual, of suppliers: Set<SupplierID>? = nil, includingPaused: Bool = false
    ) {
        self.occasion = occasion
        self.suppliers = suppliers
        includesPaused = includingPaused
    }

    /// Returns the scope of a refresh that asks every source that one of the two asks, or `nil` if they are of different
    /// suppliers. Of the same suppliers, only a manual refresh asks all, and a routine one the fewest.
    package func joined(with other: FillScope) -> FillScope? {
        guard suppliers == other.suppliers, includesPaused == other.includesPaused else { return nil }
        return occasion == .manual || other.occasion == .routine ? self : other
    }
}
