import EngineConcepts
import Testing

@testable import EngineStandard

@Suite("The progress of a supplier in a fill")
struct ProgressTrackerTests {
    private let limits = FillLimits(idleRounds: 3)
    private let edge = Timestamp(seconds: 1_000)

    /// Records an answer to a request with the token `from`.
    private func record(
        _ tracker: inout ProgressTracker, items: [Int] = [], from: String = "start", next: String? = nil,
        followsToken: Bool = true, fresh: Int = 0, isFurther: Bool = false
    ) {
        let answer = FetchAnswer(
            items: items.map { SourceItem(id: "\($0)", orderTime: Timestamp(seconds: Int64($0)), body: TicketBody()) },
            next: next.map { Token($0) })
        let request = FetchRequest(origin: .token(Token(from), edge: edge), now: edge)
        let delivery = PoolDelivery(
            FetchedPage(answer, to: request, of: "a", traits: SupplierTraits()), known: [:])
        let effect = Pool.PageEffect(reached: edge, fresh: fresh, isFurther: isFurther)
        tracker.record(effect, delivery, followsToken: followsToken)
    }

    @Test("Answers without a token to follow exhaust a supplier after the limit", arguments: [false, true])
    func noToken(hasToken: Bool) {
        var tracker = ProgressTracker()
        for round in 1...3 {
            #expect(!tracker.isExhausted(limits))
            record(&tracker, next: hasToken ? "\(round)" : nil, followsToken: false)
        }
        #expect(tracker.isExhausted(limits))
        #expect(tracker.loopedToken == nil)
    }

    @Test("Tokens that form a loop are noticed when one occurs again, and exhaust a supplier after the limit")
    func loop() {
        var tracker = ProgressTracker()
        record(&tracker, items: [1], from: "a", next: "b")
        #expect(tracker.loopedToken == nil)
        record(&tracker, items: [2], from: "b", next: "a")
        #expect(tracker.loopedToken == Token("a"))
        record(&tracker, items: [1], from: "a", next: "b")
        #expect(!tracker.isExhausted(limits))
        record(&tracker, items: [2], from: "b", next: "a")
        #expect(tracker.isExhausted(limits))
    }

    @Test(
        "New tokens with the same items exhaust a supplier after ten times the limit, unless other items come between")
    func sameItems() {
        var tracker = ProgressTracker()
        record(&tracker, items: [7], from: "0", next: "1")
        for round in 1..<30 { record(&tracker, items: [7], from: "\(round)", next: "\(round + 1)") }
        #expect(!tracker.isExhausted(limits))
        record(&tracker, items: [8], from: "30", next: "31")
        for round in 31...60 {
            #expect(!tracker.isExhausted(limits))
            record(&tracker, items: [7, 8], from: "\(round)", next: "\(round + 1)")
        }
        #expect(tracker.isExhausted(limits))
    }

    @Test("New items or a larger coverage clear all signs that a supplier is exhausted", arguments: [false, true])
    func progress(isFurther: Bool) {
        var tracker = ProgressTracker()
        for _ in 1...3 { record(&tracker, items: [5], from: "a", next: "a") }
        #expect(tracker.isExhausted(limits))
        #expect(tracker.oldest == Timestamp(seconds: 5))
        record(&tracker, fresh: isFurther ? 0 : 1, isFurther: isFurther)
        #expect(!tracker.isExhausted(limits))
        #expect(tracker.oldest == nil)
        #expect(tracker.loopedToken == nil)
    }

    @Test("The oldest time is that of all items since the last progress")
    func oldest() {
        var tracker = ProgressTracker()
        record(&tracker, items: [9, 4])
        record(&tracker, items: [6])
        record(&tracker)
        #expect(tracker.oldest == Timestamp(seconds: 4))
    }
}
