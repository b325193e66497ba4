import EngineWorld
import Foundation
import Testing

@Suite("Whatever happens over a file")
struct SimulationTests {
    @Test("the laws of the timeline hold, restarts and deaths change nothing, and in the end everything is there")
    func laws() async throws {
        let lives = Simulations(ProcessInfo.processInfo.environment, usual: 6)
        for breach in try await lives.live(in: { try DatabaseArchive() }) {
            Issue.record("\(breach)")
        }
    }
}
