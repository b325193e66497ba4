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
