import FoundationBasics
import GRDB
import LibC

/// Makes writable copies of stores that cannot be written.
public enum StoreSnapshot {
    /// The number of copies that may fail because the store changes meanwhile.
    private static let maximumAttempts = 50

    /// Copies the store at `path` to `target`, which must not exist and which only its owner may read. Writes nothing beside
    /// the store. The copy is of one commit, also while another process writes.
    public static func make(ofStoreAt path: String, at target: String) throws {
        guard try StoreFile(path: path).inspect() != .emptied else { throw StorageError(.emptied, path: path) }
        for attempt in 1... {
            let before = FileState.all(ofStoreAt: path)
            do {
                // A process that has the store open has made both. SQLite needs them and cannot make them here.
                if before[path + "-wal"] != nil, before[path + "-shm"] != nil {
                    return try copySnapshot(of: path, to: target)
                }
                try copyFiles(ofStoreAt: path, to: target)
                if FileState.all(ofStoreAt: path) == before { return }
                removeFiles(ofStoreAt: target)
            } catch {
                removeFiles(ofStoreAt: target)
                // The last process that had it open removes both, whichever of them was about to be copied.
                guard attempt < maximumAttempts, FileState.all(ofStoreAt: path) != before else { throw error }
            }
        }
    }

    /// Removes the file, its log and the log's index.
    static func removeFiles(ofStoreAt path: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    private static func copySnapshot(of path: String, to target: String) throws {
        guard makeEmptyFile(target) else { throw StorageError(opening: target, errno) }
        try StorageError.translating(path: path) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let store = try DatabaseQueue(path: path, configuration: configuration)
            let copy = try DatabaseQueue(path: target)
            // In one step, and so of one transaction.
            try store.backup(to: copy)
            try copy.close()
            try store.close()
        }
    }

    /// Copies the file and its log, which holds what was committed last.
    static func copyFiles(ofStoreAt path: String, to target: String) throws {
        let files = FileManager.default
        for suffix in ["", "-wal"] where files.fileExists(atPath: path + suffix) {
            try files.copyItem(atPath: path + suffix, toPath: target + suffix)
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target + suffix)
        }
    }

    /// The size of a file and the time of its last change.
    private struct FileState: Equatable {
        let size: Int?
        let changed: Date?

        /// Returns the states of the files of a store that exist, by name.
        static func all(ofStoreAt path: String) -> [String: FileState] {
            ["", "-wal", "-shm"].map { path + $0 }
                .reduce(into: [:]) { states, name in
                    do {
                        let attributes = try FileManager.default.attributesOfItem(atPath: name)
                        states[name] = FileState(
                            size: attributes[.size] as? Int, changed: attributes[.modificationDate] as? Date)
                    } catch {
                        // The file does not exist.
                    }
                }
        }
    }
}
