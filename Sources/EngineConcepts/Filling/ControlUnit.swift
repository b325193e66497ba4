/// Configures an engine: lists the suppliers and runs work before and after each fill. Passed to the engine at
/// creation and never replaced.
public protocol ControlUnit: Sendable {
    /// The time before which no supplier has items, or `nil` if a supplier does not know.
    var suppliersTimeThreshold: Timestamp? { get async }

    /// All suppliers of the Track.
    var suppliers: [any Supplier] { get async }

    /// The suppliers whose streams may be open: all but paused ones.
    var unpausedSuppliers: [any Supplier] { get async }

    /// The presenters that the user has chosen in place of the suppliers' own.
    var chosenPresenters: [SupplierID: any Presenter] { get async }

    /// The accounts that can act although no supplier reads through them. Accounts of suppliers need not be among them.
    var accounts: [any AccountClient] { get async }

    /// Prepares the given suppliers for a fill, one after another. Returns those that failed, with the error; the
    /// fill leaves them out. The task is cancelled if preparation takes too long or the fill is cancelled, and should
    /// then return soon.
    ///
    /// - Parameter includingPaused: True if paused ones among these suppliers take part in the fill too.
    func prepareForNewPool(
        settingUp suppliers: Set<SupplierID>, includingPaused: Bool
    ) async -> [SupplierID: SupplierError]

    /// Returns the suppliers that may be asked for tickets of `timeframe`. The Pool ignores what others deliver for
    /// it.
    func suppliers(covering timeframe: Timeframe) async -> [any Supplier]

    /// Records the items that sources filtered out during the fill. Called before ``cleanupAfterPool()``.
    func record(filtered: [SupplierID: [FilteredAtSource]]) async

    /// Cleans up after a fill, one supplier after another. Called after the commit, and also after failure or
    /// cancellation.
    func cleanupAfterPool() async

    /// Makes these suppliers, or all, discard their state in memory, one after another. Stored state stays.
    func restartSuppliers(_ suppliers: Set<SupplierID>?) async
}

extension ControlUnit {
    /// Makes every supplier discard its state in memory, one after another.
    public func restartSuppliers() async { await restartSuppliers(nil) }

    /// All suppliers.
    public var unpausedSuppliers: [any Supplier] { get async { await suppliers } }

    /// None.
    public var chosenPresenters: [SupplierID: any Presenter] { get async { [:] } }

    /// None but those of suppliers.
    public var accounts: [any AccountClient] { get async { [] } }
}
