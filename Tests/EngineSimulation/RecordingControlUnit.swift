import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization

/// The standard Control Unit for a simulation, which records filtered items.
final class RecordingControlUnit: ForwardingControlUnit {
    let base: ModularControlUnit
    private let recorded = Mutex<Set<TicketID>>([])

    init(time: any TimeSource) { base = ModularControlUnit(time: time) }

    /// The filtered items reported so far.
    var filtered: Set<TicketID> { recorded.withLock(\.self) }

    func record(filtered: [SupplierID: [FilteredAtSource]]) async {
        recorded.withLock { recorded in
            for (supplier, items) in filtered {
                recorded.formUnion(items.compactMap(\.item).map { TicketID(supplier: supplier, item: $0) })
            }
        }
    }
}
