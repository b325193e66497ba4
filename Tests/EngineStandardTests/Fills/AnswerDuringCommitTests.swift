import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

@Suite("Answers that arrive during their fill's commit", .timeLimit(.minutes(30)))
struct AnswerDuringCommitTests {
    @Test("An answer that arrives during its fill's commit is compared with the committed tickets")
    func duringCommit() async throws {
        let time = ManualTimeSource()
        let supplier = SlowSecondPage(newest: time.now())
        let memory = MemoryTrackStore()
        let store = ProcessStore(
            memory,
            beforeCommit: {
                guard supplier.isWaiting else { return }
                supplier.answer()
                // The answer is compared with the store before this commit.
                await supplier.waitUntilCompared()
            }, afterLookup: { supplier.recordComparison() })
        let engine = StandardEngine(controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
        let events = engine.events()
        engine.refresh()
        await supplier.waitForSecondRequest()
        // The timeouts of the fill and of the request.
        await time.waitForSleepers(2)
        time.advance(by: .seconds(5))
        await engine.waitUntilIdle()
        var inserted: [String] = []
        var commits = 0
        for await event in events {
            guard case .committed(let changes, _) = event else { continue }
            let items = changes.inserted.compactMap { if case .ticket(let id) = $0.row { id.item } else { nil } }
            inserted += items
            commits += items.isEmpty ? 0 : 1
            if commits == 2 { break }
        }
        #expect(inserted == (1...19).map { "a\($0)" })
        #expect(try await memory.entry(TicketID(supplier: "pages", item: "a5")) == nil)
        #expect(try await memory.entry(TicketID(supplier: "pages", item: "a19")) != nil)
    }
}

/// A source paged by offset. A new item moves the tenth item to the second page too, which also reports the fifth as
/// deleted.
private final class SlowSecondPage: Supplier {
    private struct State {
        var isAnswered = false
        var isAsked = false
        var isCompared = false
    }

    let id: SupplierID = "pages"
    let name = "pages"
    let kind: SupplierKind = "pages"
    let presenter: any Presenter = PlainPresenter()
    let traits = SupplierTraits()
    private let newest: Timestamp
    private let state = WaitableState(State())

    init(newest: Timestamp) { self.newest = newest }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let bottom = time(of: 10).secondAbove
        if case .newest = request.origin, let above = Timeframe(from: request.now, downTo: bottom) {
            return FetchAnswer(items: (1...10).map(item), claims: [Claim(above)], next: Token("2"), end: .more)
        }
        state.withLock { $0.isAsked = true }
        await state.wait { $0.isAnswered }
        return FetchAnswer(
            items: (10...19).map(item), claims: [Claim](from: request.edge, downTo: .beginningOfTime),
            end: .trueEnd, deleted: ["a5"])
    }

    var isWaiting: Bool { state.withLock { $0.isAsked && !$0.isAnswered } }

    func answer() {
        state.withLock { $0.isAnswered = true }
    }

    func recordComparison() {
        state.withLock { if $0.isAnswered { $0.isCompared = true } }
    }

    func waitForSecondRequest() async {
        await state.wait { $0.isAsked }
    }

    func waitUntilCompared() async {
        await state.wait { $0.isCompared }
    }

    private func time(of number: Int) -> Timestamp { newest.advanced(by: .seconds(-60 * number - 5)) }

    private func item(_ number: Int) -> SourceItem {
        SourceItem(id: "a\(number)", orderTime: time(of: number), body: TicketBody(text: .plain("text")))
    }

}
