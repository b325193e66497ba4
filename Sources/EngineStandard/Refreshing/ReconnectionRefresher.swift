public import EngineConcepts

/// Ends an offline state by itself: while no source can be reached, requests one of them every half minute, from the next
/// full minute on; once it answers, the others that could not be reached follow.
public struct ReconnectionRefresher: Sendable {
    private static let interval = Duration.seconds(30)

    private let engine: any TrackObserving & TrackFilling
    private let time: any TimeSource

    public init(of engine: any TrackObserving & TrackFilling, time: any TimeSource) {
        self.engine = engine
        self.time = time
    }

    /// Runs until the task is cancelled.
    public func run() async throws {
        while true {
            let isOffline = await engine.snapshot.suppliers.isOffline
            try await time.sleep(for: isOffline ? Self.interval : time.untilNextMinute)
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
