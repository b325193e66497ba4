import CTerminalGuard
import FoundationBasics
import LibC
import TerminalKit

/// The terminal that the standard output of the process is: its size, and escape sequences that ncurses does not know.
public nonisolated enum TerminalOutput {
    /// The size of the window in cells, or `nil` if the terminal does not know it.
    static var windowSize: Size? {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard terminal_guard_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        return Size(width: Int(columns), height: Int(rows))
    }

    /// True if the process is in the terminal's foreground, so that it may change its modes.
    static var isForeground: Bool { terminal_guard_is_foreground(STDOUT_FILENO) != 0 }

    /// Writes all of `text`; gives up if the terminal is gone. Used only between the frames of ncurses, when its own buffer
    /// is empty.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Makes writing wait for the terminal. Another program may have left it non-blocking, and ncurses drops what it cannot
    /// write at once.
    static func makeBlocking(_ descriptor: CInt = STDOUT_FILENO) {
        let flags = fcntl(descriptor, F_GETFL)
        if flags >= 0, flags & O_NONBLOCK != 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
    }

    /// Returns the sequence that copies text to the clipboard of the user's machine (OSC 52).
    public static func clipboard(_ text: String) -> String {
        "\u{1b}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    }

    /// Returns a capability without terminfo's delays, such as `$<5>`.
    static func withoutPadding(_ capability: String) -> String {
        var rest = capability
        while let start = rest.firstRange(of: "$<"), let end = rest[start.upperBound...].firstIndex(of: ">") {
            rest.removeSubrange(start.lowerBound...end)
        }
        return rest
    }
}

private nonisolated func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
