import Testing

@testable import Networking

@Suite("Slots for concurrent requests", .timeLimit(.minutes(30)))
struct RequestSlotsTests {
    private let slots = RequestSlots(perHost: 2, total: 3)

    /// Starts a request that waits for a slot at `host` and releases it at once.
    private func request(_ host: String) -> Task<Bool, Never> {
        Task {
            guard await slots.acquire(host) else { return false }
            slots.release(host)
            return true
        }
    }

    @Test("A full host does not block another one, and a full total blocks all until a slot is free")
    func limits() async {
        for host in ["a", "a", "b"] { #expect(await slots.acquire(host)) }
        let waiting = ["a", "b", "c"].map(request)
        slots.release("b")
        for request in waiting.dropFirst() { #expect(await request.value) }
        slots.release("a")
        #expect(await waiting[0].value)
        slots.release("a")
    }

    @Test("A cancelled request gets no slot and leaves its place to the next one", arguments: ["a", "b"])
    func cancelled(host: String) async {
        for host in ["a", "a", "b"] { #expect(await slots.acquire(host)) }
        let cancelled = request(host)
        cancelled.cancel()
        #expect(await !cancelled.value)
        let next = request(host)
        slots.release(host)
        #expect(await next.value)
    }

    @Test("A slot that was waited for counts until its release")
    func count() async {
        let single = RequestSlots(perHost: 1, total: 1)
        for _ in 0..<3 {
            #expect(await single.acquire("a"))
            let next = Task { await single.acquire("a") }
            single.release("a")
            #expect(await next.value)
            single.release("a")
        }
        #expect(await single.acquire("b"))
    }
}
