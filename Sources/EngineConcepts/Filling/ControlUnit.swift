/// What a developer plugs in to steer an engine: which suppliers there are, and what happens around a fill. Given to an
/// engine at its start and never swapped.
public protocol ControlUnit: Sendable {
    /// The moment before which none of the suppliers has anything to give; nil where one of them does not know.
    var suppliersTimeThreshold: Timestamp? { get async }

    /// All suppliers that the Track belongs to.
    var suppliers: [any Supplier] { get async }

    /// Prepares these suppliers for a fill, one after another: those that it may ask. Answers those that failed, with the
    /// reason; they are left out of the fill. Cancelled where it takes too long, or the fill is; then it should end soon.
    func prepareForNewPool(settingUp suppliers: Set<SupplierID>) async -> [SupplierID: SupplierError]

    /// The suppliers that may be asked for tickets of `timeframe`. What others deliver for it does not enter the Pool.
    func suppliers(covering timeframe: Timeframe) async -> [any Supplier]

    /// Takes note of what sources left out by rules of their own during the fill. Called before the clean-up.
    func note(filtered: [SupplierID: [FilteredAtSource]]) async

    /// Cleans up after a fill, one supplier after another; after the commit, also on failure and cancellation.
    func cleanupAfterPool() async

    /// Makes every supplier forget what it holds in memory, one after another. The store stays.
    func restartSuppliers() async
}
