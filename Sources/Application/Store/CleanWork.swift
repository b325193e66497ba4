package import EngineConcepts
import FiberConfiguration
import Storage

/// Removes old read items and gives their space back. Requires the lease.
package struct CleanWork {
    let engine: any TicketStoring
    let store: TrackDatabase
    /// The path of the file that says what stays beside the Track.
    let configurationPath: String
    let time: any TimeSource

    /// Removes what `request` does not keep, and gives the free space of the store back.
    ///
    /// - Parameter report: Called with the progress.
    package func run(
        _ request: CleanRequest, _ report: @escaping @Sendable (Message) -> Void
    ) async throws -> CleanResult {
        var retention = request.retention
        if request.scope != .inactive {
            // Posts beside the Track follow the setting.
            let present = try await ConfigurationFile.retention(at: configurationPath, chosenIn: store, now: time.now())
            retention.oldestBesideTrack = try await present.withPlausibleAges(in: store).oldestBesideTrack
        }
        let (removable, staying) = try await request.counts(in: store)
        let total = removable.values.reduce(0, +)
        let removed = try await engine.remove(by: retention) { done in
            report(Message("cleanRemoving", ["count": .number(done), "total": .number(total)]))
        }
        let before = try await store.space()
        // GRDB makes and drops a table when it opens a store, which leaves a free page.
        if removed > 0 || before.free > before.page {
            let size = Message.Argument.bytes(Int(before.free))
            report(Message("cleanCompacting", ["size": size]))
            try await store.reclaimSpace { done in
                report(Message("cleanGivingBack", ["done": .bytes(Int(done)), "size": size]))
            }
        }
        let after = try await store.space()
        return CleanResult(removed: removed, freedBytes: Int(max(0, before.size - after.size)), staying: staying)
    }
}

extension CleanWork {
    package init(_ context: AppContext) {
        self.init(
            engine: context.engine, store: context.store, configurationPath: context.configuration.path,
            time: context.time)
    }
}
