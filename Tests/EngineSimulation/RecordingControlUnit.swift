import EngineConcepts
import EngineStandard
import Synchronization

/// The standard Control Unit for a simulation, which records filtered items.
final class RecordingControlUnit: ControlUnit {
    let suppliersByKey: ModularControlUnit
    private let noted = Mutex<Set<TicketID>>([])

    init(time: any TimeSource) {
        suppliersByKey = ModularControlUnit(time: time)
    }

    /// The filtered items reported so far.
    var filtered: Set<TicketID> { noted.withLock(\.self) }

    var suppliersTimeThreshold: Timestamp? { get async { await suppliersByKey.suppliersTimeThreshold } }

    var suppliers: [any Supplier] { suppliersByKey.suppliers }

    func prepareForNewPool(
        settingUp suppliers: Set<SupplierID>, includingPaused: Bool
    ) async -> [SupplierID: SupplierError] {
        await suppliersByKey.prepareForNewPool(settingUp: suppliers, includingPaused: includingPaused)
    }

    func suppliers(covering timeframe: Timeframe) async -> [any Supplier] {
        await suppliersByKey.suppliers(covering: timeframe)
    }

    func record(filtered: [SupplierID: [FilteredAtSource]]) async {
        noted.withLock { noted in
            for (supplier, items) in filtered {
                noted.formUnion(items.compactMap(\.item).map { TicketID(supplier: supplier, item: $0) })
            }
        }
    }

    func cleanupAfterPool() async {
        await suppliersByKey.cleanupAfterPool()
    }

    func restartSuppliers(_ suppliers: Set<SupplierID>?) async {
        await suppliersByKey.restartSuppliers(suppliers)
    }
}
