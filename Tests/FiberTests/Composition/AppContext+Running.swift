import FiberConfiguration
import TestSupport

@testable import fiber

extension AppContext {
    /// Opens the context of a process that runs in this home directory, as that of the screen does.
    static func running<Result>(
        in home: TemporaryDirectory, _ work: (AppContext) async throws -> Result
    ) async throws -> Result {
        try await with(
            Directories(environment: [:], home: home.path), fetching: .orFollowing, warns: false, work)
    }
}
