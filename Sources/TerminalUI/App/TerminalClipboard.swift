public import TerminalDriver
public import ViewModels

/// Copies text to the clipboard through the terminal.
public final class TerminalClipboard: ClipboardWriting {
    private let terminal: any Terminal

    /// Creates the clipboard of a terminal.
    public init(terminal: any Terminal) {
        self.terminal = terminal
    }

    /// Copies text.
    public func copy(_ text: String) {
        terminal.copy(text)
    }
}
