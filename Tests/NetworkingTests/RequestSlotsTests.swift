import Testing

@testable import Networking

@Suite("Slots for concurrent requests", .timeLimit(.minutes(30)))
struct RequestSlotsTests {
    private let slots = RequestSlots(perGroup: 2)

    /// Starts a request that waits for a slot of `group` and releases it at once.
    private func request(_ group: String) -> Task<Bool, Never> {
        Task {
            guard await slots.acquire(group) else { return false }
            slots.release(group)
            return true
        }
    }

    @Test("A full group does not block another one, and blocks its own until a slot is free")
    func limits() async {
        for group in ["a", "a", "b"] { #expect(await slots.acquire(group)) }
        let waiting = request("a")
        for group in ["b", "c"] { #expect(await request(group).value) }
        slots.release("a")
        #expect(await waiting.value)
    }

    @Test("A cancelled request gets no slot and leaves its place to the next one")
    func cancelled() async {
        for _ in 0..<2 { #expect(await slots.acquire("a")) }
        let cancelled = request("a")
        cancelled.cancel()
        #expect(await !cancelled.value)
        let next = request("a")
        slots.release("a")
        #expect(await next.value)
    }

    @Test("A slot that was waited for counts until its release")
    func count() async {
        let single = RequestSlots(perGroup: 1)
        for _ in 0..<3 {
            #expect(await single.acquire("a"))
            let next = Task { await single.acquire("a") }
            single.release("a")
            #expect(await next.value)
            single.release("a")
        }
        #expect(await single.acquire("a"))
    }
}
