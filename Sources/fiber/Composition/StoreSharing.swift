import EngineConcepts
import EngineStandard
import Storage

/// A store that several Fibers have open: who may not fetch follows who does, until that one has ended.
struct StoreSharing: Sendable {
    let engine: StandardEngine
    let right: WriterLease
    let time: any TimeSource

    /// Follows the other's commits, a second behind at most, until it has ended and the right to fetch is this one's.
    func followUntilAlone() async throws {
        while try !right.take() {
            await engine.follow()
            try await time.sleep(for: .seconds(1))
        }
        await engine.follow()
        await engine.suppliersChanged()
        engine.resumeActions()
    }
}
