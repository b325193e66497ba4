import GRDB
import TestSupport

@testable import Storage

/// Runs `body` with a temporary directory.
func withDirectory(_ body: (String) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    try await body(directory.path)
}

/// Runs `body` with a new store in a temporary directory, and its path.
func withStore(_ body: (TrackDatabase, String) async throws -> Void) async throws {
    try await withDirectory { directory in
        let path = directory + "/fiber.sqlite"
        try await body(try TrackDatabase(path: path), path)
    }
}

/// Makes a store that lacks the later migrations, and fills it.
///
/// - Parameter migration: The last migration that it has.
func makeFormerStore(
    at path: String, upTo migration: String, _ fill: @escaping @Sendable (Database) throws -> Void
) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    }
    try Schema.migrator.migrate(queue, upTo: migration)
    try await queue.write { db in try fill(db) }
    try queue.close()
}
