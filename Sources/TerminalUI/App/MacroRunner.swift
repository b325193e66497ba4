import FiberConfiguration
import ViewModels

/// The program that a macro's commands run in.
protocol MacroHost: AnyObject {
    /// The present name of a command that may be given by a former one.
    func currentName(of command: String) -> String
    /// Performs a command, or returns false if it has no effect on the screen that is open now.
    func performStep(_ name: String, argument: String) -> Bool
}

/// Runs macros one after another, and the commands of each one after another: each begins when the one before has done
/// its work. A command that fails ends its macro.
final class MacroRunner {
    private let session: SessionContext
    private weak var host: (any MacroHost)?
    /// The last of the macros that are running or waiting for their turn.
    private var last: Task<Void, Never>?

    init(session: SessionContext, host: any MacroHost) {
        self.session = session
        self.host = host
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
            guard let host else { return }
            let failures = session.programs.failures
            let parts = step.split(separator: " ", maxSplits: 1).map(String.init)
            guard let name = parts.first.map(host.currentName) else { continue }
            guard host.performStep(name, argument: parts.count > 1 ? parts[1] : "") else {
                return session.messages.problem(.macroNoCommand, .words(macro.name), .words(name))
            }
            await session.activity.settled()
            await session.programs.commands.idle()
            await session.activity.settled()
            guard session.programs.failures == failures else {
                return session.messages.log(session.localizer(.macroStopped, .words(macro.name), .words(name)))
            }
        }
    }
}
