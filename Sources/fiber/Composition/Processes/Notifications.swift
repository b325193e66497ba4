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
    init(terminal: any Terminal, settings: Settings, messages: MessageCenter) {
        self.init(
            terminal: terminal, rings: settings.flag("notifications.bell"),
            form: TerminalNotification(rawValue: settings.choice("notifications.terminal")),
            command: settings.words("notifications.command"), run: launch
        ) { text in
            messages.log(text)
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
