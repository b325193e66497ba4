package import Storage
package import ViewModels

/// Shows what other processes change in the store, such as marks. The store is on disk.
package struct LiveStore: LiveFiles {
    let store: TrackDatabase
    let marks: SessionMarks
    /// The version that the screens show, or `nil` if it could not be read.
    private(set) var version: Int64?

    package init(store: TrackDatabase, marks: SessionMarks) {
        self.store = store
        self.marks = marks
    }

    /// The write-ahead log, to which every commit is written first.
    package var watchedFiles: Set<String> { [store.path + "-wal"] }

    package mutating func begin() async throws {
        version = try await store.versionOfOthers()
    }

    package mutating func apply(
        _ changed: Set<String>, wasBroken: Bool, reportingTo messages: MessageCenter
    ) async throws {
        let current = try await store.versionOfOthers()
        guard current != version else { return }
        version = current
        await marks.othersChanged()
    }
}
