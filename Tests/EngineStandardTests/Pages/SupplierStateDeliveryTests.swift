import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("The state of a supplier after an answer")
struct SupplierStateDeliveryTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    @Test("A rate limit in a successful answer is shown as the cause of gaps")
    func rateLimit() {
        let until = now.advanced(by: .seconds(600))
        #expect(supplierState(FetchBudget(retryAt: until)).requests.cause == .rateLimited(until: until))
        #expect(supplierState(FetchBudget()).requests.cause == .notAsked)
    }

    @Test("No rate limit lasts longer than a day")
    func longRateLimit() {
        let day = now.advanced(by: .seconds(86_400))
        let centuries = now.advanced(by: .seconds(86_400 * 365 * 900))
        #expect(supplierState(FetchBudget(retryAt: centuries)).requests.budget.retryAt == day)
        var failed = SupplierState()
        failed.fail(SupplierError(.rateLimited, "Later.", retryAt: centuries), at: now)
        #expect(failed.requests.budget.retryAt == day)
    }

    @Test("A truncated page without dates closes no gap by an item that is pinned to its top")
    func truncatedUndated() throws {
        let top = now.advanced(by: .seconds(-50))
        let gap = try #require(Timeframe(from: top, downTo: now.advanced(by: .seconds(-100))))
        var supplierState = SupplierState()
        supplierState.ranges.coverage.add(Claim(.always))
        supplierState.ranges.coverage.withdraw(TimeframeSet(gap))
        func known(_ id: String, secondsAgo: Int) -> KnownItem {
            let time = now.advanced(by: .seconds(-secondsAgo))
            let key = OrderKey(time: time, nativeOrder: 0, id: TicketID(supplier: "a", item: id))
            return KnownItem(key: key, fingerprint: 0)
        }
        let items = ["pinned", "newer", "new"].map { SourceItem(id: $0, orderTime: nil, body: TicketBody()) }
        let delivery = PoolDelivery(
            FetchedPage(
                FetchAnswer(items: items, end: .more), to: FetchRequest(origin: .newest, now: now), of: "a",
                traits: SupplierTraits(shape: .window)),
            known: [
                "pinned": known("pinned", secondsAgo: 1000), "newer": known("newer", secondsAgo: 10),
                "new": known("new", secondsAgo: 20),
            ])
        _ = supplierState.advance(by: delivery.evidence)
        #expect(supplierState.ranges.missing(in: .always).timeframes == [gap])
    }

    /// Returns the state after an empty answer with this budget.
    private func supplierState(_ budget: FetchBudget) -> SupplierState {
        var answer = FetchAnswer(items: [])
        answer.budget = budget
        let request = FetchRequest(direction: .older, origin: .newest, maximumItems: 60, now: now)
        var supplierState = SupplierState()
        let delivery = PoolDelivery(
            FetchedPage(answer, to: request, of: "a", traits: SupplierTraits()), known: [:])
        _ = supplierState.advance(by: delivery.evidence)
        return supplierState
    }
}
