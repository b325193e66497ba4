import EngineConcepts
import EngineStandard
import Storage
import Suppliers
import ViewModels

/// Composes the engine of a thread: one supplier, a store in memory, no merging.
struct Threads: ThreadOpening {
    let factory: SupplierFactory

    func thread(at address: String) async throws -> ThreadTrack {
        let source = try factory.registry.catalog.source(at: address)
        let supplier = try factory.registry.supplier(for: source)
        let store = try TrackDatabase()
        let engine = StandardEngine(
            controlUnit: ModularControlUnit([supplier], time: factory.time), store: store, time: factory.time,
            processor: SingleSupplierTrackProcessor(),
            // A whole thread is seldom longer than one page can be.
            limits: PoolLimits(maximum: 1000))
        await engine.suppliersChanged()
        return ThreadTrack(
            engine: engine, reader: engine.reader, marks: store, settings: store, account: supplier.account?.id
        ) { try store.close() }
    }
}
