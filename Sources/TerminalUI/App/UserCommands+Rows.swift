import EngineConcepts
import FiberConfiguration
import ViewModels

nonisolated extension UserCommands {
    var group: CommandGroup {
        CommandGroup(.userCommands, programs.map { row(of: $0) } + macros.map { row(of: $0) })
    }

    private func row(of command: ProgramCommand) -> CommandRow<AnyObject> {
        var row = CommandRow<any CurrentTicketShowing>(Command(rawValue: command.name)) { screen, _ in
            screen.perform(.run(command))
        }
        row.description.userHelp = UserCommandHelp(
            written: command.help, message: Message("ownProgramHelp", ["program": .text(command.program)]))
        return row.erased
    }

    private func row(of macro: MacroCommand) -> CommandRow<AnyObject> {
        var row = CommandRow<FiberApp>(Command(rawValue: macro.name)) { app, _ in app.macros.run(macro) }
        row.description.userHelp = UserCommandHelp(
            written: macro.help, message: Message("ownMacroHelp", ["commands": .list(macro.steps.map { .text($0) })]))
        return row.erased
    }
}

nonisolated extension CommandTable {
    /// Returns the table with the user's own commands.
    public func with(_ userCommands: UserCommands) -> CommandTable {
        if userCommands == UserCommands() { return self }
        return CommandTable(groups + [userCommands.group], userCommands: userCommands)
    }
}
