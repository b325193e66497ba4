import EngineConcepts
import FoundationBasics

/// The outcome of the recovery of a damaged store.
public struct RecoveryReport: Hashable, Sendable {
    /// The new path of the damaged file.
    public let damagedFile: String
    /// The number of tickets that were saved.
    public let savedTickets: Int
    /// The parts of which something could not be read or is missing. Without items, authors or sources, the suppliers count as
    /// never fetched: missing items are in gaps and can be fetched again if the sources still have them.
    public let lostParts: Set<Part>
    /// The least number of tickets that could not be read, or `nil` if it is not known.
    public let lostTickets: Int?
    /// The number of saved tickets whose author could not be read. The next delivery of such a ticket counts as a change.
    public let ticketsWithoutAuthor: Int

    /// A part of a store.
    public enum Part: CaseIterable, Hashable, Sendable {
        /// The tickets.
        case items
        /// The states of the suppliers, and the visible ranges. All suppliers with saved tickets count as active, until the
        /// engine knows its suppliers.
        case sources
        /// Choices made on screens, positions and drafts.
        case settings
        /// The tickets that a cleaning has removed and sources may still deliver.
        case removedItems
        /// The actions and posts that wait to be sent.
        case outbox
    }

    /// True if anything was lost.
    public var isIncomplete: Bool { !lostParts.isEmpty || ticketsWithoutAuthor > 0 }
}

extension TrackDatabase {
    /// Throws ``StorageError`` if the file at `path` belongs to another program or a newer Fiber, or cannot be opened. Writes
    /// nothing beside it.
    public static func refuseStranger(at path: String) throws(StorageError) {
        switch try StoreFile(path: path).inspect() {
        case .foreign: throw StorageError(.foreign, path: path)
        case .ours(let version) where version > Schema.version: throw StorageError(.tooNew, path: path)
        // A file with a damaged header counts as no database.
        case .ours, .noDatabase, .emptied, .nothing: break
        }
    }

    /// Moves the damaged store at `path` aside and creates a new one from its readable data. No process may have it open.
    /// Returns `nil` and leaves the store as it is if it is sound. Throws ``StorageError`` and leaves the file where it is if
    /// it belongs to another program or a newer Fiber, or cannot be opened.
    public static func recover(path: String) async throws -> RecoveryReport? {
        try refuseStranger(at: path)
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
        let damaged = try moveAside(path)
        try StoreFile(path: path).createNew()
        let store = try TrackDatabase(path: path)
        try await data.insert(into: store)
        try store.close()
        return RecoveryReport(
            damagedFile: damaged, savedTickets: data.entries.count, lostParts: data.lostParts,
            lostTickets: data.lostCount, ticketsWithoutAuthor: data.ticketsWithoutAuthor)
    }

    /// Renames a damaged store and its log, and returns the new path.
    private static func moveAside(_ path: String) throws -> String {
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
