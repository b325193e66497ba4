import Foundation

/// The streams that a run of the program prints to and reads answers from. Tests record what is printed, and answer.
protocol ConsoleStreams: Sendable {
    /// True if standard input is a terminal.
    var isInputTerminal: Bool { get }
    /// True if standard error is a terminal.
    var isErrorTerminal: Bool { get }

    /// Writes to standard output. Throws if that fails, as on a full disk.
    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws

    /// Writes to standard error.
    func writeError(_ text: String)

    /// Returns the next line of standard input, or `nil` at its end.
    ///
    /// - Parameter isSecret: True to show nothing of the line on a terminal.
    func readLine(isSecret: Bool) -> String?
}

/// The standard streams of this process.
struct ProcessStreams: ConsoleStreams {
    var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard let start = bytes.baseAddress else { return }
        // The bytes are read before the call returns.
        let data = Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
        try FileHandle.standardOutput.write(contentsOf: data)
    }

    func writeError(_ text: String) {
        do {
            try FileHandle.standardError.write(contentsOf: Data(text.utf8))
        } catch {
            // Standard error is closed, and there is no other place to report it.
            return
        }
    }

    func readLine(isSecret: Bool) -> String? {
        var shown = termios()
        guard isSecret, isInputTerminal, tcgetattr(STDIN_FILENO, &shown) == 0 else { return Swift.readLine() }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) }
        return Swift.readLine()
    }
}
