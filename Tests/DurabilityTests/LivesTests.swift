import EngineWorld
import Foundation
import Testing

@Suite("Whatever happens over a file")
struct LivesTests {
    @Test("the laws of the timeline hold, restarts and deaths change nothing, and in the end everything is there")
    func laws() async throws {
        let lives = Lives(ProcessInfo.processInfo.environment, usual: 6)
        var breaches = 0
        for seed in lives.seeds where breaches < lives.mostBreaches {
            do {
                try await lives.live(seed, in: DatabaseArchive())
            } catch let breach as Breach {
                Issue.record("\(breach)")
                breaches += 1
            }
        }
    }
}
