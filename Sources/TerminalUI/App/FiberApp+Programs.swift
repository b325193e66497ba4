import FiberConfiguration
import TerminalDriver
public import ViewModels

/// Macros, and programs that need the terminal.
extension FiberApp: TerminalLending {
    /// Leaves the screen to a program, after everything is written.
    public func lendTerminal(during work: () async throws -> ProgramResult?) async throws -> ProgramResult? {
        await services.track.flush()
        return try await loop.lend(during: work)
    }

    /// Opens a file in the editor, or says that there is none.
    func edit(_ path: String?) {
        guard let path, !path.isEmpty else { return session.messages.note(.editNoFile) }
        session.programs.edit(path)
    }
}

extension FiberApp {
    /// Runs the commands of a macro one after another. Each begins when the one before has done its work; a command that
    /// fails ends the macro. Macros run one after another.
    func run(_ macro: MacroCommand) {
        let before = lastMacro
        lastMacro = session.activity.runProgram { [weak self] in
            await before?.value
            await self?.runSteps(of: macro)
        }
    }

    private func runSteps(of macro: MacroCommand) async {
        for step in macro.steps {
            let failures = session.programs.failures
            let parts = step.split(separator: " ", maxSplits: 1).map(String.init)
            guard let name = parts.first.map(commands.currentName) else { continue }
            guard isPossible(name) else {
                return session.messages.problem(.macroNoCommand, .words(macro.name), .words(name))
            }
            perform(Command(rawValue: name), argument: parts.count > 1 ? parts[1] : "")
            loop.setNeedsDisplay()
            await session.activity.settled()
            await session.programs.commands.idle()
            await session.activity.settled()
            guard session.programs.failures == failures else {
                return session.messages.log(session.localizer(.macroStopped, .words(macro.name), .words(name)))
            }
        }
    }

    /// True if the command has an effect on the screen that is open now.
    private func isPossible(_ name: String) -> Bool {
        typedCommands.contains { $0.name == name && $0.place == nil } || commands.numberedRow(of: name) != nil
    }
}
