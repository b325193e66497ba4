internal import GRDB

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension TrackDatabase {
    /// Writes a copy of the store to `target`: one version, compact, and a store that can be opened as it is. Reading
    /// goes on meanwhile; commits wait. What stands at `target` already is never written over.
    public func backup(to target: String) async throws {
        let unfinished = "\(target).new-\(UUID().uuidString)"
        do {
            try await vacuum(into: unfinished)
            try FileManager.default.linkItem(atPath: unfinished, toPath: target)
        } catch let error as CocoaError {
            try removeIfPresent(unfinished)
            throw StorageError(.cannotOpen, path: target, cause: "\(error)")
        } catch {
            try removeIfPresent(unfinished)
            throw error
        }
        try removeIfPresent(unfinished)
    }

    private func vacuum(into path: String) async throws {
        do {
            try await writer.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [path])
            }
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    private func removeIfPresent(_ path: String) throws {
        if FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
    }
}
