import EngineConcepts
import EngineSimulation
import Foundation
import Storage
import TestSupport

/// Stores the Track in a file. After a crash, continues with a copy of the files on disk.
actor DatabaseArchive: Archive {
    private let directory: TemporaryDirectory
    private var database: TrackDatabase
    private var generation = 0

    init() throws {
        directory = try TemporaryDirectory()
        database = try TrackDatabase(path: directory.path + "/0.sqlite", stagingThreshold: 100)
    }

    var store: any TrackStore & MarkStore & LabelStore { database }

    func restart() async throws {
        try await database.close()
        database = try TrackDatabase(path: database.path, stagingThreshold: 100)
    }

    func crash() async throws {
        let left = database
        // Ends a checkpoint in the background: it would move pages between the copies of the two files.
        _ = try await left.versionOfOthers()
        generation += 1
        let next = directory.path + "/\(generation).sqlite"
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: left.path + suffix) {
            try FileManager.default.copyItem(atPath: left.path + suffix, toPath: next + suffix)
        }
        database = try TrackDatabase(path: next, stagingThreshold: 100)
        try await left.close()
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: left.path + suffix) {
            try FileManager.default.removeItem(atPath: left.path + suffix)
        }
    }

    func failures() async throws -> [String] {
        try await database.integrityReport().failures
    }
}
