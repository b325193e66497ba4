import EngineWorld
import Foundation
import Testing

@Suite("Whatever happens")
struct PropertyTests {
    @Test("the laws of the timeline hold after every deed, and in the end everything is there")
    func laws() async throws {
        let lives = Lives(ProcessInfo.processInfo.environment, usual: 16)
        for breach in try await lives.live(in: { MemoryArchive() }) {
            Issue.record("\(breach)")
        }
    }

    @Test("and so they do for an engine of one supplier")
    func lawsOfOne() async throws {
        let lives = Lives(ProcessInfo.processInfo.environment, usual: 16, .single)
        for breach in try await lives.live(in: { MemoryArchive() }) {
            Issue.record("\(breach)")
        }
    }
}
