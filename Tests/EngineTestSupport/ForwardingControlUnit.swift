public import EngineConcepts

/// A Control Unit that passes calls on to another one, except those that its type handles itself.
public protocol ForwardingControlUnit: ControlUnit {
    associatedtype Base: ControlUnit

    /// The Control Unit that handles the calls.
    var base: Base { get }
}

extension ForwardingControlUnit {
    public var suppliersTimeThreshold: Timestamp? { get async { await base.suppliersTimeThreshold } }

    public var suppliers: [any Supplier] { get async { await base.suppliers } }

    public func prepareForNewPool(
        settingUp suppliers: Set<SupplierID>, includingPaused: Bool
    ) async -> [SupplierID: SupplierError] {
        await base.prepareForNewPool(settingUp: suppliers, includingPaused: includingPaused)
    }

    public func suppliers(covering timeframe: Timeframe) async -> [any Supplier] {
        await base.suppliers(covering: timeframe)
    }

    public func cleanupAfterPool() async {
        await base.cleanupAfterPool()
    }

    public func restartSuppliers(_ suppliers: Set<SupplierID>?) async {
        await base.restartSuppliers(suppliers)
    }
}
