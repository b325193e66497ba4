package import EngineConcepts
package import Storage

/// Removes, once a day, the items that the retention settings do not keep. Only the process that holds the lease does so.
package struct RetentionTask {
    let engine: any TicketStoring
    let store: TrackDatabase
    let time: any TimeSource

    package init(engine: any TicketStoring, store: TrackDatabase, time: any TimeSource) {
        self.engine = engine
        self.store = store
        self.time = time
    }

    /// The wait after the start, so that the first refresh is not disturbed.
    private static let delay = Duration.seconds(120)
    private static let interval = Duration.seconds(86_400)

    /// Runs until it is cancelled or fails.
    ///
    /// - Parameter retention: Returns the limits of the present settings at a time.
    @concurrent
    package func run(keeping retention: @escaping @Sendable (Timestamp) async -> Retention) async throws {
        try await time.sleep(for: Self.delay)
        while true {
            let present = await retention(time.now())
            do {
                if try await engine.remove(by: present, { _ in }) > 0 {
                    try await store.reclaimSpace(rewriting: false) { _ in }
                }
            } catch is RetentionObstacle {
                // Another process holds the lease, and removes the items itself.
            }
            try await time.sleep(for: Self.interval)
        }
    }
}
