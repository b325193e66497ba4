import Testing

@testable import EngineConcepts

@Suite("Slots for concurrent tasks", .timeLimit(.minutes(30)))
struct AsyncSlotsTests {
    private let slots = AsyncSlots(perGroup: 2)

    /// Starts a task that waits for a slot of `group` and releases it at once.
    private func task(_ group: String) -> Task<Bool, Never> {
        Task {
            guard await slots.acquire(group) else { return false }
            slots.release(group)
            return true
        }
    }

    @Test("A full group does not block another one, and blocks its own until a slot is free")
    func limits() async {
        for group in ["a", "a", "b"] { #expect(await slots.acquire(group)) }
        let waiting = task("a")
        for group in ["b", "c"] { #expect(await task(group).value) }
        slots.release("a")
        #expect(await waiting.value)
    }

    @Test("A cancelled task gets no slot and leaves its place to the next one")
    func cancelled() async {
        for _ in 0..<2 { #expect(await slots.acquire("a")) }
        let cancelled = task("a")
        cancelled.cancel()
        #expect(await !cancelled.value)
        let next = task("a")
        slots.release("a")
        #expect(await next.value)
    }

    @Test("A slot that was waited for counts until its release")
    func count() async {
        let single = AsyncSlots(perGroup: 1)
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
