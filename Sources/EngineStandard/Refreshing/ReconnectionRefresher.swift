public import EngineConcepts

/// Ends an offline state once the network is back: while no source can be reached, requests one of them every half minute,
/// from the next full minute on. When it answers, requests the others that could not be reached.
public enum ReconnectionRefresher {
    private static let interval = Duration.seconds(30)

    /// Refreshes sources of `engine` until the task is cancelled.
    public static func run(for engine: any TrackObserving & TrackFilling, by time: any TimeSource) async throws {
        while true {
            let isOffline = await engine.snapshot.suppliers.isOffline
            try await time.sleep(for: isOffline ? interval : time.untilNextMinute)
            let suppliers = await engine.snapshot.suppliers
            guard suppliers.isOffline, let probe = suppliers.unreachable.randomElement() else { continue }
            engine.refresh(.manual, of: [probe])
            await engine.waitUntilIdle()
            let others = await engine.snapshot.suppliers
            guard !others.isOffline else { continue }
            engine.refresh(.manual, of: others.unreachable)
        }
    }
}

extension Collection<SupplierStatus> {
    /// The suppliers that could not be reached, except paused ones.
    fileprivate var unreachable: Set<SupplierID> {
        Set(lazy.filter { $0.isUnreachable && !$0.isPaused }.map(\.id))
    }
}
