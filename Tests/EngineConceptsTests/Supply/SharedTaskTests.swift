import EngineTestSupport
import Testing

@testable import EngineConcepts

@Suite("Work that requests share", .timeLimit(.minutes(30)))
struct SharedTaskTests {
    @Test("The timeout of a request stands still while another does the work that both need, but not that of the other")
    func waiting() async throws {
        let time = ManualTimeSource()
        let (first, second) = (RequestWait(by: time), RequestWait(by: time))
        let slots = AsyncSlots(perGroup: 1)
        #expect(await slots.acquire())
        let work = RequestWait.$current.withValue(first) {
            SharedTask { () async throws(SupplierError) -> String in
                _ = await slots.acquire()
                return "done"
            }
        }
        let results = [first, second]
            .map { wait in
                RequestWait.$current.withValue(wait) { Task { await work.result() } }
            }
        while !second.isOn { await Task.yield() }
        #expect(!first.isOn)
        time.advance(by: .seconds(60))
        slots.release()
        for result in results {
            let value = try await result.value.get()
            #expect(value == "done")
        }
        #expect(second.deadline(after: .seconds(30), from: .zero) == .seconds(90))
        #expect(first.deadline(after: .seconds(30), from: .zero) == .seconds(30))
    }
}
