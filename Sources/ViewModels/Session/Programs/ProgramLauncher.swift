public import EngineConcepts
import Localization

/// Runs the programs that the user asks for, and shows how they ended. Programs that need the terminal run one after another.
public final class ProgramLauncher {
    /// Lends the terminal, or `nil` before there is a screen.
    public weak var lender: (any TerminalLending)?
    let runner: any ProgramRunning
    /// The commands that are running. Graphical browsers are not among them.
    public let commands = Activity()
    /// The number of commands that failed so far.
    public private(set) var failures = 0

    private let messages: MessageCenter
    private let activity: Activity
    /// The last program in the queue for the terminal.
    private var last: Task<Void, Never>?

    init(runner: any ProgramRunning, messages: MessageCenter, activity: Activity) {
        self.runner = runner
        self.messages = messages
        self.activity = activity
    }

    /// Runs a program and shows how it ended. The success of a program with the terminal is not announced.
    func run(_ call: ProgramCall) {
        guard !call.usesTerminal else { return lendTerminal { [self] in report(try await runner.run(call), of: call) } }
        count { [self] in
            if report(try await runner.run(call), of: call) != nil { messages.show(.programDone, .text(call.name)) }
        }
    }

    /// Opens a file in the editor.
    public func edit(_ path: String) {
        let editor = EditorChoice(runner.environment)
        run(ProgramCall(name: editor.name, words: editor.words + [path], usesTerminal: true))
    }

    /// Opens a text in the editor, in a file that is removed afterwards.
    ///
    /// - Parameter use: Called with the edited text.
    func edit(_ file: ProgramCall.File, then use: @escaping @MainActor (String) -> Void = { _ in }) {
        let editor = EditorChoice(runner.environment)
        let call = ProgramCall(name: editor.name, words: editor.words, file: file, usesTerminal: true)
        lendTerminal { [self] in
            let result = report(try await runner.run(call), of: call)
            if let text = result?.fileText { use(text) }
        }
    }

    /// Runs `work` while the terminal is free for its program.
    func lendTerminal(_ work: @escaping @MainActor () async throws -> Void) {
        let before = last
        last = count { [self] in
            await before?.value
            guard let lender else { return try await work() }
            try await lender.lendTerminal(during: work)
        }
    }

    /// Shows the reason why a command could not be run.
    func fail(_ error: any Error) {
        failures += 1
        messages.failure(error)
    }

    /// Shows the reason why a command could not be run.
    public func fail(_ reason: String) {
        failures += 1
        messages.failure(reason)
    }

    // MARK: Typed arguments

    /// Returns the reason why items cannot be passed to a command that was typed, or `nil` if none is known yet.
    public func refusal(toPipe line: String) -> Message? {
        do {
            let command = try PipedCommand(line, home: runner.environment["HOME"])
            return command.words.first.flatMap { runner.refusal(toRun: $0) }
        } catch {
            return Message(error)
        }
    }

    /// Returns the reason why items cannot be saved to a path that was typed, or `nil` if none is known yet.
    public func refusal(toSaveTo path: String) -> Message? { runner.refusal(toSaveTo: expanded(path)) }

    /// Returns the paths that begin with a typed one, in the form in which that is typed.
    func paths(beginningWith text: String) async -> [PathMatch] {
        // The directory itself is meant, and not a file of this name.
        if text == "~" { return [PathMatch(directory: "", name: "~/")] }
        let directory = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
        let names = await runner.names(
            in: directory.isEmpty ? "." : expanded(directory),
            beginningWith: String(text.dropFirst(directory.count)))
        return names.map { PathMatch(directory: directory, name: $0) }
    }

    /// Returns the path with the home directory in place of `~`.
    func expanded(_ path: String) -> String {
        let home = runner.environment["HOME"] ?? ""
        if path.isEmpty || path == "~" { return home }
        return path.hasPrefix("~/") ? home + path.dropFirst() : path
    }

    @discardableResult
    private func count(_ work: @escaping @MainActor () async throws -> Void) -> Task<Void, Never> {
        let task = commands.run { [self] in do { try await work() } catch { fail(error) } }
        activity.runProgram { await task.value }
        return task
    }

    /// Shows a failure, or returns the result if there is none.
    @discardableResult
    private func report(_ result: ProgramResult, of call: ProgramCall) -> ProgramResult? {
        if result.end == .exited(0) { return result }
        failures += 1
        let name = Message.Argument.text(call.name)
        switch (result.end, result.error.isEmpty) {
        case (.exited(let status), true): messages.failure(.programExited, name, .number(status))
        case (.exited(let status), false):
            messages.failure(.programExitedSaying, name, .number(status), .text(result.error))
        case (.signaled(let number), _): messages.failure(.programKilled, name, .number(number))
        }
        return nil
    }
}
