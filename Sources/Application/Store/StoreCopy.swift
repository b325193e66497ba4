import EngineConcepts
package import FiberConfiguration
import Foundation
import Storage

/// A temporary store in place of one that this process may not write, such as a backup on a read-only mount, or of one that is
/// not made yet: opening a store writes its log, its lease, and the labels of topics that have changed.
package struct StoreCopy {
    /// The user's directories with the copy in place of the store.
    package let directories: Directories
    private let reporter: any Reporter

    /// Copies the store, or returns `nil` if it can be written or does not exist. Throws a `StorageError` if it cannot be read.
    package init?(ofUnwritable directories: Directories, reportingTo reporter: any Reporter) throws {
        // If the path is a link, SQLite keeps the log beside the file that it leads to.
        let store = URL(filePath: directories.storeFile).resolvingSymlinksInPath().path
        let folder = URL(filePath: store).deletingLastPathComponent().path
        guard access(store, F_OK) == 0, access(store, W_OK) != 0 || access(folder, W_OK) != 0 else { return nil }
        guard access(store, R_OK) == 0 else {
            throw StorageError(.unreadable, path: store, cause: String(cString: strerror(errno)))
        }
        try self.init(for: directories, reporter)
        do {
            try StoreSnapshot.make(ofStoreAt: store, at: self.directories.storeFile)
        } catch {
            remove()
            throw error
        }
        do {
            try FetchGuard.copyCrashes(ofStoreAt: directories.storeFile, toStoreAt: self.directories.storeFile)
        } catch {
            // Without them, no source counts as paused.
            reporter.report(error)
        }
    }

    /// Creates a directory for an empty store, or returns `nil` if there is a store, or if that cannot be determined.
    init?(ofMissing directories: Directories, reportingTo reporter: any Reporter) throws {
        let store = directories.storeFile
        guard !TrackDatabase.exists(at: store), access(store, F_OK) != 0, errno == ENOENT else { return nil }
        try self.init(for: directories, reporter)
    }

    private init(for directories: Directories, _ reporter: any Reporter) throws {
        // Only here and by `doctor`: the directory can have thousands of names.
        Self.removeLeftovers()
        // A pipe that is closed must not end the process before the copy is removed; writing to it then fails.
        signal(SIGPIPE, SIG_IGN)
        let copy = FileManager.default.temporaryDirectory
            .appending(path: "\(Self.prefix)\(getpid())-\(UUID().uuidString)").path
        self.reporter = reporter
        self.directories = Directories(
            environment: [:], home: copy, configuration: directories.configuration, data: copy)
        try Directories.create(copy)
    }

    private static let prefix = "fiber-copy-"

    /// Removes the copies of processes that were ended by a signal.
    package static func removeLeftovers() {
        let folder = FileManager.default.temporaryDirectory
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            // Then there is nothing to remove.
            return
        }
        for name in names where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap { Int32($0) }
            guard let process, process > 0, ProcessState.hasEnded(process) else { continue }
            do {
                try FileManager.default.removeItem(at: folder.appending(path: name))
            } catch {
                // Copies of other users cannot be removed, and need not be.
                continue
            }
        }
    }

    /// Removes the copy, or reports why it stays.
    package func remove() {
        do {
            try FileManager.default.removeItem(atPath: directories.data)
        } catch {
            reporter.report(error)
        }
    }
}
