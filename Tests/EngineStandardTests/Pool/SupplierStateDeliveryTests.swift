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
        #expect(supplierState(FetchBudget(retryAt: until)).cause == .rateLimited(until: until))
        #expect(supplierState(FetchBudget()).cause == .notAsked)
    }

    @Test("No rate limit lasts longer than a day")
    func longRateLimit() {
        let day = now.advanced(by: .seconds(86_400))
        let centuries = now.advanced(by: .seconds(86_400 * 365 * 900))
        #expect(supplierState(FetchBudget(retryAt: centuries)).budget.retryAt == day)
        var failed = SupplierState()
        failed.fail(SupplierError(.rateLimited, "Later.", retryAt: centuries), at: now)
        #expect(failed.budget.retryAt == day)
    }

    /// Returns the state after an empty answer with this budget.
    private func supplierState(_ budget: FetchBudget) -> SupplierState {
        var answer = FetchAnswer(items: [])
        answer.budget = budget
        let request = FetchRequest(direction: .older, origin: .newest, maximum: 60, now: now)
        var supplierState = SupplierState()
        _ = supplierState.advance(by: PoolDelivery(answer, to: request, of: "a", traits: SupplierTraits(), known: [:]))
        return supplierState
    }
}
