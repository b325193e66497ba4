public import ViewModels

/// Tells the reader of something by the terminal's bell, by the terminal, or by a program.
public struct Notifier: Announcing {
    private let terminal: any Terminal
    private let rings: Bool
    private let form: TerminalNotification?
    private let command: [String]
    private let run: @Sendable ([String]) async throws -> Void
    private let fail: (String) -> Void

    /// Makes a notifier.
    ///
    /// - Parameters:
    ///   - rings: Whether the bell is rung.
    ///   - form: How the terminal is asked; nil where it is not.
    ///   - command: A program with its arguments; empty for none. Title and text become its last two.
    ///   - run: Runs a program with its arguments, without any shell.
    ///   - fail: Hears why the program could not be run.
    public init(
        terminal: any Terminal, rings: Bool, form: TerminalNotification?, command: [String],
        run: @escaping @Sendable ([String]) async throws -> Void, fail: @escaping (String) -> Void
    ) {
        self.terminal = terminal
        self.rings = rings
        self.form = form
        self.command = command
        self.run = run
        self.fail = fail
    }

    /// Tells of something.
    public func announce(title: String, text: String) {
        if rings { terminal.ring() }
        if let form { terminal.notify(form, title: title, text: text) }
        guard let program = command.first else { return }
        Task {
            do {
                // What comes from a feed is no option, however it begins.
                try await run(command + ["--", title, text])
            } catch {
                fail("\(program): \(error)")
            }
        }
    }
}
