import EngineConcepts
import FiberConfiguration
import TerminalDriver
import ViewModels

/// Runs macros one after another, and the commands of each one after another: each begins when the one before has done
/// its work. A command that fails ends its macro.
final class MacroRunner {
    private let session: Session
    private weak var app: FiberApp?
    /// The last of the macros that are running or waiting for their turn.
    private var last: Task<Void, Never>?

    init(app: FiberApp) {
        session = app.session
        self.app = app
    }

    func run(_ macro: MacroCommand) {
        let before = last
        last = session.activity.runProgram { [weak self] in
            await before?.value
            await self?.runSteps(of: macro)
        }
    }

    private func runSteps(of macro: MacroCommand) async {
        for step in macro.steps {
            guard let app else { return }
            let failures = session.programs.failures
            let parts = step.split(separator: " ", maxSplits: 1).map(String.init)
            guard let name = parts.first.map(app.commands.currentName) else { continue }
            guard perform(name, argument: parts.count > 1 ? parts[1] : "", in: app) else {
                return session.messages.failure(.macroNoCommand, .text(macro.name), .text(name))
            }
            await session.activity.settled()
            await session.programs.commands.idle()
            await session.activity.settled()
            guard session.programs.failures == failures else {
                return session.messages.log(session.localizer(.macroStopped, .text(macro.name), .text(name)))
            }
        }
    }

    /// Performs a command, or returns false if it has no effect on the screen that is open now.
    private func perform(_ name: String, argument: String, in app: FiberApp) -> Bool {
        let isPossible =
            app.typedCommands.contains { $0.name == name && $0.screenName == nil }
            || app.commands.numberedRow(of: name) != nil
        guard isPossible else { return false }
        app.perform(Command(rawValue: name), argument: argument)
        app.loop.setNeedsDisplay()
        return true
    }
}
