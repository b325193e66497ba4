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
            let retention = try await withPlausibleAges(
                ConfigurationFile.retention(at: configurationPath, chosenIn: store, now: time.now()))
            if try await engine.remove(by: retention, { _ in }) > 0 { try await store.reclaimSpace { _ in } }
        } catch is ConfigurationError {
            // The screen has reported it when it read the file or the choices made on screens. What the user keeps is unknown
            // until both can be read.
        } catch is RetentionObstacle {
            // Another process holds the lease, and removes the items itself.
        }
    }

    /// Returns the retention without the limits of age beyond which even the newest item of the Track is. The clock may be
    /// years ahead, and would then remove everything; if not, the next new item makes the limits count.
    private func withPlausibleAges(_ retention: Retention) async throws -> Retention {
        let rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: Self.newestRows)).rows
        guard let newest = rows.lazy.compactMap(\.entry).first?.ticket.key.time else { return retention }
        var plausible = retention
        plausible.oldest = retention.oldest.flatMap { $0 <= newest ? $0 : nil }
        plausible.oldestBesideTrack = retention.oldestBesideTrack.flatMap { $0 <= newest ? $0 : nil }
        return plausible
    }

    /// The number of rows among which the newest item is sought: gaps can be above it.
    private static let newestRows = 32
}

extension RetentionTask {
    package init(_ parts: SessionTimeline.Parts) {
        self.init(
            engine: parts.engine, store: parts.store, configurationPath: parts.configuration.path, time: parts.time)
    }
}
