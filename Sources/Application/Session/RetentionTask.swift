import EngineConcepts
import EngineStandard
import FiberConfiguration
import Storage

/// Removes, once a day, the items that the retention settings do not keep. Only the process that holds the lease does so.
package struct RetentionTask {
    let engine: any TicketStoring
    let store: TrackDatabase
    /// The path of the file that says what to keep. The settings of the session may be defaults in its place.
    let configurationPath: String
    let time: any TimeSource

    /// The wait after the start, so that the first refresh is not disturbed.
    private static let delay = Duration.seconds(120)
    private static let interval = Duration.seconds(86_400)

    /// Runs until it is cancelled or fails.
    @concurrent
    package func run() async throws {
        try await time.sleep(for: Self.delay)
        while true {
            try await clean()
            try await time.sleep(for: Self.interval)
        }
    }

    /// Removes what the settings do not keep now.
    func clean() async throws {
        do {
            let settings = try await ConfigurationFile.retention(
                at: configurationPath, chosenIn: store, now: time.now())
            let retention = try await settings.withPlausibleAges(in: store)
            if try await engine.remove(by: retention, { _ in }) > 0 { try await store.reclaimSpace { _ in } }
        } catch is ConfigurationError {
            // The screen has reported it when it read the file or the choices made on screens. What the user keeps is unknown
            // until both can be read.
        } catch is RetentionObstacle {
            // Another process holds the lease, and removes the items itself.
        }
    }
}

extension RetentionTask {
    package init(_ parts: SessionTimeline.Parts) {
        self.init(
            engine: parts.engine, store: parts.store, configurationPath: parts.configuration.path, time: parts.time)
    }
}
