import EngineConcepts
import EngineStandard
import Storage

extension AppContext {
    /// Follows the lease holder's commits, at most one second behind. Returns once this process has the lease.
    package func followUntilLeaseAcquired() async throws {
        let engine = sources.engine
        while try !lease.acquire() {
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
