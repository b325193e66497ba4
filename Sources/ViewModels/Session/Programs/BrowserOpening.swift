/// Opens web addresses with other programs.
public protocol BrowserOpening: Sendable {
    nonisolated var choice: BrowserChoice { get }

    /// Runs a program that opens `url`, which ``LinkPolicy`` has allowed. Must pass each word as one argument, never through
    /// a shell.
    nonisolated func run(_ program: BrowserChoice.Program, for url: String) async throws
}
