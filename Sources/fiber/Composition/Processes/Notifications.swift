import FiberConfiguration
import Subprocess
import TerminalUI
import ViewModels

#if canImport(System)
import System
#else
import SystemPackage
import TerminalDriver
#endif

extension Notifier {
    /// Sends notifications as the settings ask.
    @MainActor
    init(terminal: any Terminal, configuration: ConfigurationFile, messages: MessageCenter) {
        self.init(
            terminal: terminal, rings: configuration.flag("notifications.bell"),
            form: TerminalNotification(rawValue: configuration.choice("notifications.terminal")),
            command: configuration.words("notifications.command"), run: launch
        ) { words in
            messages.log(words)
        }
    }
}

/// Runs a program without access to the terminal, which belongs to the screen.
@Sendable
private func launch(_ words: [String]) async throws {
    guard let program = words.first else { return }
    _ = try await run(
        Executable(program), arguments: Arguments(Array(words.dropFirst())), input: .none, output: .discarded,
        error: .discarded)
}
