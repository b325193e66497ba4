import Foundation

/// Standard output and standard error, whole lines at a time.
enum Console {
    /// Prints a line for programs and people. Fails where it cannot be written, as on a full disk.
    static func print(_ line: String) throws {
        try write(Array((line + "\n").utf8))
    }

    /// Writes a piece of text, given in UTF-8, to standard output.
    static func write(_ piece: [UInt8]) throws {
        do {
            try piece.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                // It is only read, and not kept.
                let data = Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
                try FileHandle.standardOutput.write(contentsOf: data)
            }
        } catch {
            throw CommandFailure(.failed, "Standard output cannot be written to: \(error.localizedDescription)")
        }
    }

    /// Prints a line about what happens or went wrong.
    static func report(_ line: String) {
        put(line + "\n")
    }

    /// Whether standard error is a terminal: only there is progress worth showing.
    static var showsProgress: Bool {
        isatty(STDERR_FILENO) == 1
    }

    /// Whether somebody sits there who can be asked.
    static var canAsk: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    /// Asks a question and answers what was typed, without white space at the ends; empty at the end of input.
    static func ask(_ question: String) -> String {
        put(question)
        return (readLine() ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// Asks for a secret: on a terminal nothing of it is shown while it is typed; elsewhere it is the next line of standard
    /// input.
    static func askSecret(_ question: String) throws -> String {
        var shown = termios()
        let isTerminal = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &shown) == 0
        if isTerminal {
            put(question)
            var hidden = shown
            hidden.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        }
        let line = readLine() ?? ""
        if isTerminal {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            put("\n")
        }
        guard !line.isEmpty else {
            throw CommandFailure(
                .usage, "Nothing was given for “\(question.trimmingCharacters(in: [" ", ":"]))”.",
                advice: "Type it, give it as a line of standard input, or let a command print it.")
        }
        return line
    }

    /// Replaces the last line of progress on the terminal; an empty one takes it away.
    static func progress(_ line: String) {
        guard showsProgress else { return }
        put("\r\u{1b}[K\(line.prefix(width - 1))")
    }

    /// The columns of the terminal: a longer line of progress would wrap, and could not be replaced.
    private static var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
        return Int(size.ws_col)
    }

    private static func put(_ text: String) {
        do {
            try FileHandle.standardError.write(contentsOf: Data(text.utf8))
        } catch {
            // Nobody is listening any more, and there is no other place to say so.
            return
        }
    }
}
