import Application
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Localization
import Synchronization
import TerminalDriver
import TerminalKit
import ViewModels
import WebText

/// Whole lines on standard output and standard error.
enum Console {
    /// The output of one run of the program: its streams and its language.
    final class Run: Sendable {
        fileprivate let streams: any ConsoleStreams
        fileprivate let language: Mutex<OutputLanguage>
        /// True if the chosen locale has only ASCII characters.
        fileprivate let isASCII: Bool
        /// True while the last line on the terminal is one of progress.
        fileprivate let isProgressShown = Mutex(false)

        /// - Parameter environment: Names the language where the settings leave it open.
        init(_ streams: any ConsoleStreams, environment: [String: String]) {
            self.streams = streams
            language = Mutex(OutputLanguage(environment: environment))
            isASCII = TerminalEnvironment(environment).namesASCII
        }
    }

    /// The current run: that of the process, unless a test has put another one in its place.
    @TaskLocal static var run: Run = Run(ProcessStreams(), environment: ProcessInfo.processInfo.environment)

    private static var streams: any ConsoleStreams { run.streams }

    /// The language of the output.
    static var localizer: Localizer {
        get { run.language.withLock { $0.localizer } }
        set { run.language.withLock { $0.choose(newValue) } }
    }

    /// Takes the language of the settings in these directories, until the store is open and tells those in force.
    static func takeLanguage(from directories: Directories) {
        run.language.withLock { $0.takeSettings(in: directories) }
    }

    /// Returns a message in the language of the output.
    static func text(_ message: Message) -> String { punctuated(localizer(message)) }

    /// Returns words of the program with ASCII punctuation if the locale has only ASCII, like the signs of the screens. Other
    /// characters stay, as texts of items do.
    private static func punctuated(_ text: String) -> String {
        guard run.isASCII, text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return text.reduce(into: "") { $0 += asciiSigns[$1] ?? String($1) }
    }

    private static let asciiSigns: [Character: String] = [
        "“": "\"", "”": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-", "·": "-",
    ]

    /// Prints a message on standard output. Throws if it cannot be written.
    static func print(_ message: Message) throws { try print(text(message)) }

    /// Prints information on standard error.
    static func inform(_ message: Message) { inform(text(message)) }

    /// Prints the message of a problem on standard error, after the program's name.
    static func report(_ message: Message) { report(text(message.shortened)) }

    /// Prints an error on standard error, after the program's name.
    static func report(_ error: any Error) {
        report((error as? CommandFailure)?.text(in: localizer) ?? text(Message(error).shortened))
    }

    /// Prints a line about a problem on standard error, after the program's name.
    static func report(_ line: String) { inform("fiber: " + line) }

    /// Prints a warning on standard error, after the program's name.
    static func warn(_ message: Message) { report(Message("warning", ["text": .message(message)])) }

    /// Prints a line on standard output. Throws if it cannot be written, such as on a full disk.
    static func print(_ line: String) throws { try write(Array((line + "\n").utf8)) }

    /// Prints an object on a line of standard output. Throws if it cannot be written.
    static func print(_ object: JSONObject) throws { try write(object.bytes + [UInt8.lineFeed]) }

    /// Writes UTF-8 bytes to standard output.
    static func write(_ piece: [UInt8]) throws {
        try piece.withUnsafeBufferPointer { try write($0) }
    }

    /// Writes UTF-8 bytes to standard output.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        do {
            try streams.write(bytes)
        } catch {
            throw CommandFailure(Message("outputNotWritten"), cause: error.localizedDescription)
        }
    }

    /// Prints a line on standard error.
    static func inform(_ line: String) {
        // Replaces a line of progress.
        let replaced = run.isProgressShown.withLock { shown -> Bool in
            defer { shown = false }
            return shown
        }
        streams.writeError((replaced ? "\r\u{1b}[K" : "") + punctuated(line) + "\n")
    }

    /// True if a person can be asked.
    static var canAsk: Bool { streams.isInputTerminal && streams.isErrorTerminal }

    /// Asks a question and returns the trimmed answer, empty at the end of input.
    static func ask(_ question: Message) -> String {
        streams.writeError(text(question) + " ")
        return (streams.readLine(isSecret: false) ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// Asks for a secret: without echo on a terminal, otherwise the next line of standard input.
    static func askSecret(_ question: Message) throws -> String {
        let question = text(question) + " "
        if streams.isInputTerminal { streams.writeError(question) }
        let line = streams.readLine(isSecret: true) ?? ""
        if streams.isInputTerminal { streams.writeError("\n") }
        guard !line.isEmpty else {
            throw CommandFailure(
                .usage,
                Message("secretNotGiven", ["question": .text(question.trimmingCharacters(in: [" ", ":"]))]))
        }
        return line
    }

    /// Replaces the line of progress on the terminal, or removes it if `message` is `nil`.
    static func progress(_ message: Message?) { show(progress: message.map(text)) }

    /// Replaces the line of progress by that of a run, or removes it if `run` is `nil`.
    static func progress(_ run: RunProgress?) { show(progress: run?.text(in: localizer)) }

    /// Removes the line of progress.
    static func endProgress() { show(progress: nil) }

    private static func show(progress: @autoclosure () -> String?) {
        guard streams.isErrorTerminal else { return }
        let line = progress()
        run.isProgressShown.withLock { $0 = line != nil }
        // A longer line would wrap and could not be replaced.
        let shown = TextWidth.prefix(of: line ?? "", columns: width(of: STDERR_FILENO) - 1).text
        streams.writeError("\r\u{1b}[K\(shown)")
    }

    /// Returns the columns of the terminal behind a descriptor, or 80 if it is none.
    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
        return Int(size.ws_col)
    }
}

extension Console {
    /// Returns what `work` returns, and shows a line of progress while it takes longer than half a second.
    ///
    /// - Parameter progress: The line, or `nil` for none.
    static func showing<Value>(_ progress: Message?, while work: () async throws -> Value) async throws -> Value {
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
}
