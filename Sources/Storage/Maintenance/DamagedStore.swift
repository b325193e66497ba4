import FoundationBasics
import LibC

/// The file of a store that may be damaged. No process may have it open.
public struct DamagedStore: Sendable {
    private let path: String

    /// Creates a value for the file at `path`. Reads nothing yet.
    public init(path: String) {
        self.path = path
    }

    /// Throws ``StorageError`` if the file belongs to another program or a newer Fiber, or cannot be opened. Writes nothing
    /// beside it.
    public func refuseStranger() throws(StorageError) {
        switch try StoreFile(path: path).inspect() {
        case .foreign: throw StorageError(.foreign, path: path)
        case .ours(let version) where version > Schema.version: throw StorageError(.tooNew, path: path)
        // A file with a damaged header counts as no database.
        case .ours, .noDatabase, .emptied, .nothing: break
        }
    }

    /// Moves the damaged file aside and creates a new store from its readable data. Returns `nil` and leaves the store as it is
    /// if it is sound. Throws ``StorageError`` and leaves the file where it is if it belongs to another program or a newer
    /// Fiber, or cannot be opened, or if its data cannot be written.
    public func recover() async throws -> RecoveryReport? {
        try refuseStranger()
        let finding = try StoreFile(path: path).inspect()
        let data: RecoveredData
        if finding == .emptied || finding == .nothing {
            // SQLite would delete the log of an empty file, and would write that of a missing one into the new store. It is
            // moved aside.
            data = .nothing
        } else {
            let (found, isSound) = try await RecoveredData.read(storeAt: path)
            if isSound { return nil }
            data = found.isEmpty ? try await RecoveredData.read(repairing: path) ?? found : found
        }
        return RecoveryReport(
            damagedFile: try await replaceFile(by: data), savedTickets: data.entries.count, lostParts: data.lostParts,
            lostTickets: data.lostCount, ticketsWithoutAuthor: data.ticketsWithoutAuthor)
    }

    /// Puts a new store with `data` in the place of the damaged file, and returns the new path of that file.
    ///
    /// The new store gets its name when it is complete. One with a part of the data would count as sound, and its sources as
    /// having delivered what it lacks.
    private func replaceFile(by data: RecoveredData) async throws -> String {
        let new = "\(path).recovered-\(UUID().uuidString)"
        defer { StoreSnapshot.removeFiles(ofStoreAt: new) }
        do {
            try StoreFile(path: new).createNew()
            let store = try TrackDatabase(path: new)
            try await data.insert(into: store)
            try await store.close()
        } catch let error as StorageError {
            throw StorageError(error.code, path: path, cause: error.cause)
        }
        let damaged = try moveAside()
        guard rename(new, path) == 0 else { throw StorageError(opening: path, errno) }
        return damaged
    }

    /// Renames the file and its log, and returns the new path.
    private func moveAside() throws -> String {
        var number = 1
        while TrackDatabase.exists(at: "\(path).damaged-\(number)") { number += 1 }
        let damaged = "\(path).damaged-\(number)"
        do {
            for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.moveItem(atPath: path + suffix, toPath: damaged + suffix)
            }
        } catch {
            throw StorageError(.readOnly, path: path, cause: "it cannot be moved aside: \(error.systemReason)")
        }
        return damaged
    }
}
