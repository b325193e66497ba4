/// Opens web addresses in the browser.
public protocol BrowserOpening: Sendable {
    /// Opens `url`, which ``LinkPolicy`` has allowed. Must pass it as one argument, never through a shell.
    nonisolated func open(_ url: String) async throws

    /// Opens `url` without the terminal. Throws if no program can.
    nonisolated func openInBackground(_ url: String) async throws

    /// Returns true if the program that opens `url` needs the terminal.
    nonisolated func needsTerminal(for url: String) -> Bool

    /// The use of the terminal by the program that plays sounds and videos, or `nil` if none is chosen.
    nonisolated var player: PlayerUse? { get }

    /// Plays `url`, which ``LinkPolicy`` has allowed.
    nonisolated func play(_ url: String) async throws
}

/// The place where a player shows itself.
public nonisolated enum PlayerUse: Equatable, Sendable {
    /// In a window, or nowhere.
    case ownWindow
    /// On the terminal.
    case terminal
}
