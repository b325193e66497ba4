import EngineConcepts
import FiberConfiguration
import Foundation
import Storage

/// A copy of a store that this process may not write, such as a backup on a read-only mount, for a command that only reads:
/// opening a store writes its log, its lease, and the labels of topics that have changed.
struct StoreCopy {
    /// The user's directories with the copy in place of the store.
    let directories: Directories

    /// Copies the store, or returns `nil` if it can be written or does not exist.
    init?(ofUnwritable directories: Directories) throws {
        let store = directories.storeFile
        guard access(store, F_OK) == 0, access(store, W_OK) != 0 || access(directories.data, W_OK) != 0 else {
            return nil
        }
        guard access(store, R_OK) == 0 else {
            throw StorageError(.unreadable, path: store, cause: String(cString: strerror(errno)))
        }
        let files = FileManager.default
        let copy = files.temporaryDirectory.appending(path: "fiber-\(UUID().uuidString)").path
        self.directories = Directories(
            environment: [:], home: copy, configuration: directories.configuration, data: copy)
        try files.createDirectory(
            atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            // The log holds what was committed last.
            for suffix in ["", "-wal"] where files.fileExists(atPath: store + suffix) {
                let target = self.directories.storeFile + suffix
                try files.copyItem(atPath: store + suffix, toPath: target)
                try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
            }
        } catch {
            remove()
            throw error
        }
    }

    /// Removes the copy, or says why it stays.
    func remove() {
        do {
            try FileManager.default.removeItem(atPath: directories.data)
        } catch {
            Console.report(error)
        }
    }
}
