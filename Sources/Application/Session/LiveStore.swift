package import Storage
package import ViewModels

/// Shows what other processes change in the store, such as marks. The store is on disk.
package struct LiveStore: LiveFiles {
    let store: TrackDatabase
    /// Called with each change.
    let onChange: @MainActor @Sendable () -> Void
    /// The version that the screens show, or `nil` if it could not be read.
    private(set) var version: Int64?

    /// - Parameter version: The version of others (``TrackDatabase/versionOfOthers()``) before the screens read the store.
    package init(store: TrackDatabase, version: Int64?, onChange: @escaping @MainActor @Sendable () -> Void) {
        self.store = store
        self.version = version
        self.onChange = onChange
    }

    /// The write-ahead log, to which every commit is written first.
    package var watchedFiles: Set<String> { [store.path + "-wal"] }

    package mutating func apply(
        _ changed: Set<String>, wasBroken: Bool, reportingTo messages: MessageCenter
    ) async throws {
        let current = try await store.versionOfOthers()
        guard current != version else { return }
        version = current
        await onChange()
    }
}
