import EngineConcepts
public import FiberConfiguration
import Localization
import ViewModels

/// The user's own commands: programs and macros.
public nonisolated struct UserCommands: Hashable, Sendable {
    /// The commands that run programs.
    public var programs: [ProgramCommand] = []
    /// The commands that run several commands.
    public var macros: [MacroCommand] = []

    /// The keys that the commands ask for, as changes to the key table, with their positions in the file.
    public var keys: [(change: KeyChange, position: TOMLPosition?)] {
        programs.compactMap { command in command.key.map { (change(command.name, $0), command.position) } }
            + macros.compactMap { macro in macro.key.map { (change(macro.name, $0), macro.keyPosition) } }
    }

    private func change(_ name: String, _ keys: String) -> KeyChange {
        KeyChange(context: KeyContext.userCommands.rawValue, keys: keys, command: name)
    }
}

/// The help of a user's own command.
nonisolated struct UserCommandHelp: Hashable, Sendable {
    /// The user's words, or `nil` without any.
    let written: String?
    /// The usual words.
    let message: Message

    /// Returns the text in a language.
    func text(_ localizer: Localizer) -> String { written ?? localizer(message) }
}
