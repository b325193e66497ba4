import FoundationBasics
import GRDB
import LibC

/// Copies of stores that cannot be written, which can.
public enum StoreSnapshot {
    /// Copies the store at `path` to `target`, which must not exist and which only its owner may read. Writes nothing beside
    /// the store. The copy is of one commit, also while another process writes.
    public static func make(ofStoreAt path: String, at target: String) throws {
        for round in 1... {
            let before = FileState.all(ofStoreAt: path)
            // A process that has the store open has made both. Without them, SQLite cannot read a store that it cannot write.
            let isOpen = before[path + "-wal"] != nil && before[path + "-shm"] != nil
            let failure: (any Error)?
            do {
                try isOpen ? copySnapshot(of: path, to: target) : copyFiles(ofStoreAt: path, to: target)
                if isOpen { return }
                failure = nil
            } catch {
                failure = error
            }
            // The last process that had it open removes both, whichever of them was about to be copied.
            let isSame = FileState.all(ofStoreAt: path) == before
            if isSame, failure == nil { return }
            for suffix in ["", "-wal", "-shm"] { unlink(target + suffix) }
            if let failure, isSame || round == 50 { throw failure }
        }
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
    private static func copyFiles(ofStoreAt path: String, to target: String) throws {
        let files = FileManager.default
        for suffix in ["", "-wal"] where files.fileExists(atPath: path + suffix) {
            try files.copyItem(atPath: path + suffix, toPath: target + suffix)
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target + suffix)
        }
    }

    /// Tells a file that was changed.
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
