package import FiberConfiguration
package import ViewModels

/// Detects that commands or an editor add the first sources to the user's library while the sample is open.
package struct FirstSourceDetector: LiveFiles {
    let file: LibraryFile
    /// Called once, when the library has sources.
    let found: @MainActor @Sendable () -> Void
    private var hasFound = false

    package init(file: LibraryFile, found: @escaping @MainActor @Sendable () -> Void) {
        self.file = file
        self.found = found
    }

    package var watchedFiles: Set<String> { [file.path] }

    package mutating func apply(
        _ changed: Set<String>, wasBroken: Bool, reportingTo messages: MessageCenter
    ) async throws {
        guard !hasFound, try !file.read().sources.isEmpty else { return }
        hasFound = true
        await found()
    }
}
