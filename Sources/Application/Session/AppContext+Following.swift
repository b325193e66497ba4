import EngineConcepts
import EngineStandard
import Storage

/// Follows the commits of the lease holder until this process gets the lease.
package struct LeaseFollower: Sendable {
    let engine: StandardEngine
    let lease: WriterLease
    let fetchGuard: FetchGuard
    let time: any TimeSource

    /// Follows the lease holder's commits, at most one second behind. Returns once this process has the lease.
    package func followUntilLeaseAcquired() async throws {
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

extension LeaseFollower {
    package init(_ context: AppContext) {
        self.init(
            engine: context.sources.engine, lease: context.lease, fetchGuard: context.fetchGuard, time: context.time)
    }
}
