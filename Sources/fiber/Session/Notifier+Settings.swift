import Application
import FiberConfiguration
import TerminalDriver
import TerminalUI
import ViewModels

extension Notifier {
    /// Sends notifications as the settings ask.
    @MainActor
    init(terminal: any Terminal, settings: Settings, messages: MessageCenter) {
        self.init(
            terminal: terminal, rings: settings.flag("notifications.bell"),
            form: TerminalNotification(rawValue: settings.choice("notifications.terminal")),
            command: settings.words("notifications.command"), run: ProgramRunner.runInBackground
        ) { text in
            messages.log(text)
        }
    }
}
