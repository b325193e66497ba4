import Testing

@testable import EngineStandard

@Suite("Locks of actors", .timeLimit(.minutes(30)))
struct AsyncMutexTests {
    private actor Worker: LockingActor {
        private struct Failure: Error {}

        var mutex = AsyncMutex()
        private var runningCount = 0
        private(set) var mostConcurrent = 0
        private(set) var calls: [Int] = []

        /// Does work that suspends, and fails if it is odd.
        func work(_ number: Int) async throws {
            try await locked {
                runningCount += 1
                mostConcurrent = max(mostConcurrent, runningCount)
                calls.append(number)
                await Task.yield()
                runningCount -= 1
                if !number.isMultiple(of: 2) { throw Failure() }
            }
        }
    }

    @Test("Calls that suspend run one after another, and one that throws admits the next")
    func oneByOne() async {
        let worker = Worker()
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    do { try await worker.work(number) } catch { #expect(!number.isMultiple(of: 2)) }
                }
            }
        }
        #expect(await worker.mostConcurrent == 1)
        #expect(await worker.calls.sorted() == Array(0..<100))
    }
}
