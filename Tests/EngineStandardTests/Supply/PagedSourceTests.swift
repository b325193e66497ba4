import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization
import Testing

@Suite("A source paged by tokens")
struct PagedSourceTests {
    /// Items in order from newest to oldest, with tokens that name the last item.
    private final class TokenPagedSource: PagedSource {
        private let items: Mutex<[SourceItem]>

        init(_ items: [SourceItem]) { self.items = Mutex(items) }

        var id: SupplierID { "shelf" }
        var name: String { "Shelf" }
        var kind: SupplierKind { "shelf" }
        var presenter: any Presenter { ScriptedPresenter() }
        var names: [String] { items.withLock { $0.map(\.id) } }

        func takeAway(_ count: Int) {
            items.withLock { $0.removeFirst(count) }
        }

        func page(after token: String?, now: Timestamp) async throws(SupplierError) -> SourcePage {
            let items = items.withLock(\.self)
            let rest = token.map { token in items.drop { $0.id != token }.dropFirst() } ?? items[...]
            let page = rest.prefix(10)
            return SourcePage(items: Array(page), next: page.count < rest.count ? page.last?.id : nil)
        }
    }

    @Test("Continuing at a ticket loses nothing when pages shift within a second")
    func shiftedWithinSecond() async throws {
        let bench = Bench(limits: FillLimits(minimumTickets: 3, maximumTickets: 3))
        let second = bench.now.advanced(by: .seconds(-100)).flooredToSecond
        func items(_ count: Int, _ prefix: String, newest: Timestamp, every pause: Duration) -> [SourceItem] {
            (0..<count)
                .map { index in
                    SourceItem(
                        id: "\(prefix)\(index)", orderTime: newest.advanced(by: .zero - pause * index),
                        body: TicketBody())
                }
        }
        let source = TokenPagedSource(
            items(9, "n", newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(5))
                + items(6, "dense", newest: second.advanced(by: .milliseconds(900)), every: .milliseconds(100))
                + items(30, "o", newest: second.advanced(by: .seconds(-10)), every: .seconds(60)))
        bench.controlUnit.add(ManagedCacheSupplier(source), for: "shelf")
        await bench.refresh()
        await bench.engine.restartSuppliers(nil)
        source.takeAway(5)
        await bench.fillEverything()
        #expect(try await Set(bench.items()).isSuperset(of: source.names))
        #expect(await bench.gaps.isEmpty)
    }
}
