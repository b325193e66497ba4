import ArgumentParser

/// The command that the first words of a command line name.
struct CommandPath {
    /// The command that prints the help of the command named after it.
    static let helpName = "help"

    /// The innermost command.
    private(set) var type: any ParsableCommand.Type = FiberCommand.self
    /// The words that name it.
    private(set) var names: [String] = []
    /// The words after them.
    private(set) var rest: ArraySlice<String>

    init(_ words: ArraySlice<String>) {
        rest = words
        while let word = rest.first, !word.hasPrefix("-"),
            let inner = type.configuration.subcommands.first(where: { $0.configuration.commandName == word })
        {
            type = inner
            names.append(word)
            rest.removeFirst()
        }
    }

    /// The command that runs: the innermost one, or the one that it stands for without a further word.
    var usualType: any ParsableCommand.Type {
        var usual = type
        while let next = usual.configuration.defaultSubcommand { usual = next }
        return usual
    }

    /// The names of the commands that can follow.
    var subcommandNames: [String] { type.configuration.subcommands.compactMap { $0.configuration.commandName } }
}
