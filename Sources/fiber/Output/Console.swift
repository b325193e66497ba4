import Application
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Localization
import Synchronization
import ViewModels

/// Whole lines on standard output and standard error.
enum Console {
    private static let language = Mutex(
        Localizer.named("auto", environment: ProcessInfo.processInfo.environment).inLocalZone)

    /// True while the last line on the terminal is one of progress.
    private static let isProgressShown = Mutex(false)

    /// The language of the output: that of the environment until the settings are known.
    static var localizer: Localizer {
        get { language.withLock { $0 } }
        set { language.withLock { $0 = newValue.inLocalZone } }
    }

    /// Sets the language to the one that `config.toml` names, for commands that need no other setting.
    static func setLanguage(from directories: Directories) {
        do {
            localizer = try ConfigurationFile(path: directories.configurationFile).settings.localizer
        } catch {
            // Commands that need the settings report a broken file.
            return
        }
    }

    /// Returns a message in the language of the output.
    static func text(_ message: Message) -> String {
        localizer(message)
    }

    /// Prints a message on standard output. Throws if it cannot be written.
    static func print(_ message: Message) throws {
        try print(text(message))
    }

    /// Prints information on standard error.
    static func inform(_ message: Message) {
        inform(text(message))
    }

    /// Prints the message of a problem on standard error, after the program's name.
    static func report(_ message: Message) {
        report(text(message))
    }

    /// Prints an error on standard error, after the program's name.
    static func report(_ error: any Error) {
        report((error as? CommandFailure)?.text(in: localizer) ?? text(Message(error)))
    }

    /// Prints a line about a problem on standard error, after the program's name.
    static func report(_ line: String) {
        inform("fiber: " + line)
    }

    /// Prints a warning on standard error, after the program's name.
    static func warn(_ message: Message) {
        report(Message("warning", ["text": .message(message)]))
    }

    /// Prints a line on standard output. Throws if it cannot be written, such as on a full disk.
    static func print(_ line: String) throws {
        try write(Array((line + "\n").utf8))
    }

    /// Prints an object on a line of standard output. Throws if it cannot be written.
    static func print(_ object: JSONObject) throws {
        try write(object.bytes + [0x0a])
    }

    /// Writes UTF-8 bytes to standard output.
    static func write(_ piece: [UInt8]) throws {
        try piece.withUnsafeBufferPointer { try write($0) }
    }

    /// Writes UTF-8 bytes to standard output.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard let start = bytes.baseAddress else { return }
        do {
            // The bytes are read before the call returns.
            let data = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
            try FileHandle.standardOutput.write(contentsOf: data)
        } catch {
            throw CommandFailure(Message("outputNotWritten"), cause: error.localizedDescription)
        }
    }

    /// Prints a line on standard error.
    static func inform(_ line: String) {
        // A line of progress gives way.
        let replaced = isProgressShown.withLock { shown -> Bool in
            defer { shown = false }
            return shown
        }
        put((replaced ? "\r\u{1b}[K" : "") + line + "\n")
    }

    /// True if standard error is a terminal, so that progress is worth printing.
    static var showsProgress: Bool {
        isatty(STDERR_FILENO) == 1
    }

    /// True if a person can be asked.
    static var canAsk: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    /// Asks a question and returns the trimmed answer, empty at the end of input.
    static func ask(_ question: Message) -> String {
        put(text(question) + " ")
        return (readLine() ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// Asks for a secret: without echo on a terminal, otherwise the next line of standard input.
    static func askSecret(_ question: Message) throws -> String {
        let question = text(question) + " "
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
                .usage,
                Message("secretNotGiven", ["question": .text(question.trimmingCharacters(in: [" ", ":"]))]))
        }
        return line
    }

    /// Replaces the line of progress on the terminal, or removes it if `message` is `nil`.
    static func progress(_ message: Message?) {
        show(progress: message.map(text))
    }

    /// Replaces the line of progress by that of a run, or removes it if `run` is `nil`.
    static func progress(_ run: RunProgress?) {
        show(progress: run?.text(in: localizer))
    }

    /// Removes the line of progress.
    static func endProgress() {
        show(progress: nil)
    }

    private static func show(progress line: String?) {
        guard showsProgress else { return }
        isProgressShown.withLock { $0 = line != nil }
        // A longer line would wrap and could not be replaced.
        put("\r\u{1b}[K\((line ?? "").prefix(width(of: STDERR_FILENO) - 1))")
    }

    /// Returns the columns of the terminal behind a descriptor, or 80 if it is none.
    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
        return Int(size.ws_col)
    }

    private static func put(_ text: String) {
        do {
            try FileHandle.standardError.write(contentsOf: Data(text.utf8))
        } catch {
            // Standard error is closed, and there is no other place to report it.
            return
        }
    }
}

extension Console {
    /// Returns what `work` returns, and shows a line of progress while it takes longer than half a second.
    ///
    /// - Parameter progress: The line, or `nil` for none.
    static func showing<Value>(
        _ progress: Message?, while work: () async throws -> Value
    ) async throws -> Value {
        guard let progress else { return try await work() }
        let line = Task {
            // Cancelled: the work is done.
            do { try await SystemTimeSource().sleep(for: .milliseconds(500)) } catch { return }
            Console.progress(progress)
        }
        return try await withCleanup(work) {
            line.cancel()
            await line.value
            endProgress()
        }
    }

    /// Lets an open Fiber do the work of a command, as ``RequestClient`` does, and shows a line of progress meanwhile.
    ///
    /// - Parameter progress: The line, or `nil` for none.
    static func forward<Request: ForwardedRequest>(
        _ request: Request, for directories: Directories, showing progress: Message?
    ) async throws -> Request.Outcome? {
        try await showing(progress) { try await RequestClient.send(request, for: directories) }
    }
}

extension Localizer {
    /// The localizer that prints times in the zone of this process, and those in words as the screens show them.
    fileprivate var inLocalZone: Localizer {
        formattingLocalTimes(secondsAhead: { SystemZone().secondsAhead(at: $0) }) { time in
            TimeTexts(zone: SystemZone(), localizer: self).moment(time, at: SystemTimeSource().now())
        }
    }
}
