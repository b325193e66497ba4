public import ViewModels

/// Copies text to the clipboard through the terminal.
public final class TerminalClipboard: ClipboardWriting {
    private let terminal: any Terminal

    public init(terminal: any Terminal) {
        self.terminal = terminal
    }

    public func copy(_ text: String) throws {
        terminal.copy(text)
    }
}
