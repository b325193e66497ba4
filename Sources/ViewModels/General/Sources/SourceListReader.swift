import EngineConcepts
import FiberConfiguration
import Localization

/// Reads the user's list of sources. While that fails, returns the running sources instead, and shows the error once.
final class SourceListReader {
    /// The reason in words why the list could not be read, or `nil` if it was.
    private(set) var failure: String?

    private let manager: any SourceManaging
    private let session: Session
    /// The message of the error that was shown last, or `nil` if the list was read since.
    private var shown: String?

    init(_ manager: any SourceManaging, session: Session) {
        self.manager = manager
        self.session = session
    }

    /// Returns the sources in the user's order.
    func sources() async -> [SourceDescription] {
        do {
            let sources = try await manager.sources()
            (failure, shown) = (nil, nil)
            return sources
        } catch {
            report(error)
            return await manager.runningSources()
        }
    }

    private func report(_ error: any Error) {
        let message = session.localizer(error)
        let file = (error as? ConfigurationError)?.fileName
        failure = file.map { session.localizer(.fileHasErrors, .text($0)) } ?? message
        // The errors of a file that is watched were shown when it changed.
        let isKnown = file.map { $0 == session.messages.faultyFile } ?? false
        if message != shown, !isKnown { session.messages.failure(message) }
        shown = message
    }
}
