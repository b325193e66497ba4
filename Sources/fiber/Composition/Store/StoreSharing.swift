import EngineConcepts
import EngineStandard
import Storage

/// A store that several processes have open. Without the lease, this one follows the holder until it ends.
struct StoreSharing: Sendable {
    let engine: StandardEngine
    let right: WriterLease
    let fetchGuard: FetchGuard
    let time: any TimeSource

    /// Follows the holder's commits, at most one second behind, until this process gets the lease.
    func followUntilAlone() async throws {
        while try !right.acquire() {
            await engine.follow()
            try await time.sleep(for: .seconds(1))
        }
        _ = try fetchGuard.begin(await engine.snapshot.suppliers.map(\.id))
        await engine.follow()
        await engine.suppliersChanged()
        engine.resumeActions()
        engine.resumeStreams()
    }
}
