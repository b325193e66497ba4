import EngineConcepts
import FiberConfiguration
import Subprocess
import TerminalUI
import ViewModels

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Tells the reader of something by the terminal's bell, by the terminal, or by a program, as the settings say.
@MainActor
struct Notifications: Announcing {
    private let terminal: any Terminal
    private let rings: Bool
    private let form: TerminalNotification?
    private let command: [String]
    private let messages: MessageCenter

    init(terminal: any Terminal, configuration: ConfigurationFile, messages: MessageCenter) {
        self.terminal = terminal
        self.messages = messages
        rings = configuration.flag("notifications.bell")
        form = TerminalNotification(rawValue: configuration.choice("notifications.terminal"))
        command = configuration.words("notifications.command")
    }

    func announce(title: String, text: String) {
        if rings { terminal.ring() }
        if let form { terminal.notify(form, title: title, text: text) }
        guard let program = command.first else { return }
        let arguments = Arguments(Array(command.dropFirst()) + ["--", title, text])
        Task {
            do {
                // The terminal is Fiber's: a program that wrote to it would disturb the screen.
                _ = try await run(
                    .name(program), arguments: arguments, input: .none, output: .discarded, error: .discarded)
            } catch {
                messages.log("\(program): \(error)")
            }
        }
    }
}
