import EngineConcepts
import EngineStandard
import Synchronization

/// What sources left out while they were asked, such as lines that cannot be read: kept until somebody asks.
final class SourceRemarks: Sendable {
    private let kept = Mutex<[SupplierID: [String]]>([:])

    /// Takes what there is, sorted by source.
    func take() -> [(supplier: SupplierID, words: String)] {
        let taken = kept.withLock { kept in
            defer { kept = [:] }
            return kept
        }
        return taken.sorted { $0.key < $1.key }.flatMap { supplier, remarks in remarks.map { (supplier, $0) } }
    }

    fileprivate func add(_ filtered: [SupplierID: [FilteredAtSource]]) {
        kept.withLock { kept in
            for (supplier, items) in filtered { kept[supplier, default: []] += items.map(\.rule) }
        }
    }
}

/// Does as the control unit that it wraps, and takes note of what sources leave out.
struct RemarkingControlUnit: ControlUnit {
    let base: ModularControlUnit
    let remarks: SourceRemarks

    var suppliersTimeThreshold: Timestamp? { get async { await base.suppliersTimeThreshold } }
    var suppliers: [any Supplier] { get async { await base.suppliers } }

    func prepareForNewPool() async -> [SupplierID: SupplierError] { await base.prepareForNewPool() }
    func suppliers(covering timeframe: Timeframe) async -> [any Supplier] { await base.suppliers(covering: timeframe) }
    func note(filtered: [SupplierID: [FilteredAtSource]]) async { remarks.add(filtered) }
    func cleanupAfterPool() async { await base.cleanupAfterPool() }
    func restartSuppliers() async { await base.restartSuppliers() }
}
