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

    /// Returns true if both are of the same suppliers.
    public func hasSameSuppliers(as other: FillScope) -> Bool {
        suppliers == other.suppliers && includesPaused == other.includesPaused
    }
}
