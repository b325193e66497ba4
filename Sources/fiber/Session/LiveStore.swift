import EngineConcepts
import Storage
import ViewModels

/// Shows what other processes change in the store while a timeline is open, such as marks. The store is on disk.
struct LiveStore: Sendable {
    /// The debounce time for a process that writes several times.
    private static let pause = Duration.milliseconds(200)

    let store: TrackDatabase
    let time: any TimeSource

    /// Follows until the task is cancelled. If the system has no watch left, reports that and returns.
    func follow(_ marks: ReaderMarks, reportingTo messages: MessageCenter) async throws {
        let watch: FileWatch
        do {
            watch = try FileWatch()
        } catch {
            return await messages.problem(.changesNotShown, error)
        }
        // Every commit is written to the log first.
        watch.watch([store.path + "-wal"])
        var known = try await store.versionOfOthers()
        for await _ in watch.signals {
            try await time.sleep(for: Self.pause)
            _ = watch.collectChanges()
            let version = try await store.versionOfOthers()
            guard version != known else { continue }
            known = version
            await marks.othersChanged()
        }
    }
}
