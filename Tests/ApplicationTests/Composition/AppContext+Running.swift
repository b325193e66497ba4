import Coordinators
import FiberConfiguration
import Foundation
import TestSupport

@testable import Application

extension AppContext {
    /// Opens the context of a process that runs in this home directory, as that of the screen does. No source is slow and no
    /// request fails while its task waits for its turn among all tests.
    static func running<Result>(
        in home: TemporaryDirectory, _ work: (AppContext) async throws -> Result
    ) async throws -> Result {
        let directories = Directories(environment: [:], home: home.path)
        try FileManager.default.createDirectory(
            atPath: directories.configuration, withIntermediateDirectories: true)
        try "[network]\nslow-seconds = 600\ntimeout-seconds = 3600\n"
            .write(toFile: directories.configurationFile, atomically: true, encoding: .utf8)
        return try await ContextOpening(
            directories, reportingTo: RecordedReports(), mode: .fetchingOrFollowing, warns: false
        )
        .run(work)
    }

    /// Returns the handlers of a Fiber whose screen goes to places by `show`.
    func handlers(
        show: @escaping @MainActor @Sendable (Route) async -> RouteOutcome = { _ in .opened }
    ) -> RequestHandlers {
        RequestHandlers(context: self, encodeFigures: { _ in "" }, show: show)
    }
}
