import Coordinators
import FiberConfiguration
import TestSupport

@testable import Application

extension AppContext {
    /// Opens the context of a process that runs in this home directory, as that of the screen does.
    static func running<Result>(
        in home: TemporaryDirectory, _ work: (AppContext) async throws -> Result
    ) async throws -> Result {
        try await with(
            Directories(environment: [:], home: home.path), reportingTo: RecordedReports(), mode: .fetchingOrFollowing,
            warns: false, work)
    }

    /// Returns the handlers of a Fiber whose screen goes to places by `show`.
    func handlers(show: @escaping @MainActor @Sendable (Route) -> Bool = { _ in true }) -> RequestHandlers {
        RequestHandlers(context: self, encodeFigures: { _ in "" }, show: show)
    }
}
