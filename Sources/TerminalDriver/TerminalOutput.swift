import FoundationBasics
import LibC

/// Writes escape sequences that ncurses does not know. Used only between its frames, when its own buffer is empty.
public nonisolated enum TerminalOutput {
    /// Writes all of `text`; gives up if the terminal is gone.
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

    /// Returns the sequence that copies text to the clipboard of the user's machine (OSC 52).
    public static func clipboard(_ text: String) -> String {
        "\u{1b}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    }

    /// Returns a capability without terminfo's delays, such as `$<5>`.
    static func withoutPadding(_ capability: String) -> String {
        var result = ""
        var rest = Substring(capability)
        while let start = rest.firstIndex(of: "$") {
            result += String(rest[..<start])
            let after = rest[start...].dropFirst()
            if after.first == "<", let end = after.firstIndex(of: ">") {
                rest = after[after.index(after: end)...]
            } else {
                result += "$"
                rest = after
            }
        }
        return result + String(rest)
    }
}

private nonisolated func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
