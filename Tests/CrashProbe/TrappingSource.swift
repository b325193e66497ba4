import EngineConcepts
import EngineStandard
import EngineTestSupport
import Storage

/// Refreshes a source whose answer crashes the program, beside one that answers.
struct TrappingRefresh {
    static let trapping: SupplierID = "trap:x"
    static let calm: SupplierID = "calm:x"

    /// Prints the sources that were paused at the start, and after the refresh the number of tickets.
    static func run(over database: TrackDatabase) async throws {
        let fetchGuard = FetchGuard(forStoreAt: database.path)
        for id in try fetchGuard.begin([trapping, calm]) { print("paused \(id)") }
        let time = ManualTimeSource()
        let controlUnit = ModularControlUnit(time: time)
        for supplier in [trapping, calm].map(TrappingSource.init) {
            controlUnit.add(supplier, for: supplier.id.rawValue, paused: fetchGuard.isPaused(supplier.id))
        }
        let engine = StandardEngine(controlUnit: controlUnit, store: database, time: time, fetchWatch: fetchGuard)
        await engine.suppliersChanged()
        engine.refresh()
        await engine.waitUntilIdle()
        print("tickets \(try await database.counts(in: .all).total)")
        fetchGuard.end()
    }
}

/// A source with one item. Reading the one called ``TrappingRefresh/trapping`` adds to the largest number.
private struct TrappingSource: Supplier {
    let id: SupplierID

    var name: String { id.rawValue }
    var kind: SupplierKind { "feed" }
    var traits: SupplierTraits { SupplierTraits(shape: .window, pagesOlder: false) }
    var presenter: any Presenter { PlainTestPresenter() }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let total = id == TrappingRefresh.trapping ? Int64.max : 0
        let order = total + request.now.seconds
        return FetchAnswer(
            items: [SourceItem(id: "1", orderTime: request.now, nativeOrder: order, body: TicketBody(title: "A"))],
            end: .retentionLimit)
    }
}
