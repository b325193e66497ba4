import EngineWorld
import Foundation
import Testing

@Suite("Whatever happens")
struct PropertyTests {
    @Test("the laws of the timeline hold after every deed, and in the end everything is there")
    func laws() async throws {
        let lives = Lives(ProcessInfo.processInfo.environment, usual: 16)
        var breaches = 0
        for seed in lives.seeds where breaches < lives.mostBreaches {
            do {
                try await lives.live(seed, in: MemoryArchive())
            } catch let breach as Breach {
                Issue.record("\(breach)")
                breaches += 1
            }
        }
    }
}
