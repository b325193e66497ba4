import FiberConfiguration
import LibC
import SwiftSystem
import WebText

/// The wait for a key after a program that had the terminal, so that its output can be read.
enum KeyWait {
    /// The longest time in milliseconds between the bytes of one key.
    private static let maximumPause: Int32 = 50

    /// Shows a question on the terminal, and returns when a key was pressed. Input that is no terminal answers with a line.
    static func run(asking question: String) async throws { try await onOwnThread { try ask(question) } }

    private static func ask(_ question: String) throws {
        var modes = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &modes) == 0
        if isTerminal {
            var keyModes = modes
            cfmakeraw(&keyModes)
            // Line feeds still end lines.
            keyModes.c_oflag = modes.c_oflag
            // Drops what was typed while the program ran, which answers nothing.
            _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &keyModes)
        }
        defer { if isTerminal { _ = tcsetattr(STDIN_FILENO, TCSANOW, &modes) } }
        try FileDescriptor.standardOutput.writeAll(Array("\n\(question) ".utf8))
        if isTerminal { try skipKey() } else { try skipLine() }
    }

    /// Reads a key. What follows an escape character or a byte of a longer character without a pause belongs to it, as in the
    /// sequence of an arrow key.
    private static func skipKey() throws {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var isLong = false
        repeat {
            guard let byte = try nextByte() else { return }
            isLong = isLong || byte == UInt8(ascii: "\u{1b}") || byte >= 0x80
        } while isLong && poll(&descriptor, 1, maximumPause) > 0
    }

    private static func skipLine() throws {
        while let byte = try nextByte(), byte != .lineFeed {}
    }

    /// Returns the next byte of standard input, or `nil` at its end.
    private static func nextByte() throws -> UInt8? {
        var byte: [UInt8] = [0]
        let count = try byte.withUnsafeMutableBytes { try FileDescriptor.standardInput.read(into: $0) }
        return count > 0 ? byte[0] : nil
    }
}
