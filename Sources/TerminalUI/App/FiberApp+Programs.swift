import TerminalDriver
public import ViewModels

/// Programs that need the terminal.
extension FiberApp: TerminalLending {
    /// Leaves the screen to a program, after everything is written.
    public func lendTerminal(during work: () async throws -> Void) async throws {
        await services.track.flush()
        try await loop.lend(during: work)
    }

    /// Opens a file in the editor, or says that there is none.
    func edit(_ path: String?) {
        guard let path, !path.isEmpty else { return session.messages.show(.editNoFile) }
        session.programs.edit(path)
    }
}
