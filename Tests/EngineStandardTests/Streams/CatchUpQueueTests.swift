import EngineConcepts
import Testing

@testable import EngineStandard

@Suite("Suppliers to read once after their connection")
struct CatchUpQueueTests {
    private let now = Timestamp(seconds: 1000)

    @Test("Suppliers that connect at nearly the same time are due together, after the last of their seconds has begun")
    func together() {
        var queue = CatchUpQueue()
        #expect(queue.wait(at: now) == nil)
        queue.add("a", connectedAt: now, now: now)
        #expect(queue.wait(at: now) == .zero)
        queue.add("b", connectedAt: now.advanced(by: .milliseconds(300)), now: now)
        #expect(queue.wait(at: now) == .seconds(1))
        let taken = queue.takeAll()
        #expect(Set(taken.keys) == ["a", "b"])
        #expect(queue.wait(at: now) == nil)
    }

    @Test("A supplier whose clock is ahead is due after ten seconds")
    func clockAhead() {
        var queue = CatchUpQueue()
        queue.add("a", connectedAt: now.advanced(by: .seconds(3600)), now: now)
        #expect(queue.wait(at: now) == .seconds(10))
    }

    @Test("A supplier is due if the clock was set back since it connected")
    func clockSetBack() {
        var queue = CatchUpQueue()
        queue.add("a", connectedAt: now, now: now)
        #expect(queue.wait(at: now.advanced(by: .seconds(-3600))) == .zero)
    }
}
