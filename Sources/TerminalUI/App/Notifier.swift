public import TerminalDriver

/// Notifies the user by the terminal's bell, a terminal notification or a program.
public struct Notifier {
    private let terminal: any Terminal
    private let rings: Bool
    private let form: TerminalNotification?
    private let command: [String]
    private let run: @Sendable ([String]) async throws -> Void
    private let fail: (String) -> Void

    /// Creates a notifier.
    /// - Parameters:
    ///   - rings: True to ring the bell.
    ///   - form: The escape sequence for terminal notifications, or `nil` to send none.
    ///   - command: A program with its arguments, or empty for none. Title and text are appended as its last two
    ///     arguments.
    ///   - run: Runs a program with its arguments, without a shell.
    ///   - fail: Receives the error if the program could not be run.
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

    /// Sends a notification.
    public func notify(title: String, text: String) {
        if rings { terminal.ring() }
        if let form { terminal.notify(form, title: title, text: text) }
        guard let program = command.first else { return }
        Task {
            do {
                // `--`: text from a feed must never be read as an option.
                try await run(command + ["--", title, text])
            } catch {
                fail("\(program): \(error)")
            }
        }
    }
}
