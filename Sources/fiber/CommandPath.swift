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

/// Second names of commands and options, which are accepted but not listed: in help, completions and the manual page each
/// thing has one name.
enum CommandLineAliases {
    /// The engine's word for sources is accepted until 1.0.
    private static let commands = ["suppliers": "sources", "supplier": "source", "person": "people"]
    private static let options = ["--supplier": "--source"]

    /// Returns the arguments with the listed names in place of second ones. The name of an option that the command does not
    /// have stays, so that the error names what was typed.
    static func replacing(in arguments: [String]) -> [String] {
        var words = arguments
        let place = words.first == CommandPath.helpName ? 1 : 0
        if words.indices.contains(place), let command = commands[words[place]] { words[place] = command }
        // No option follows it.
        let end = words.firstIndex(of: "--") ?? words.endIndex
        for index in words[..<end].indices {
            let name = String(words[index].prefix { $0 != "=" })
            guard let option = options[name] else { continue }
            let type = CommandPath(words[place...]).usualType
            guard FiberCommand.unknownOption(in: [option], of: type) == nil else { continue }
            words[index] = option + words[index].dropFirst(name.count)
        }
        return words
    }
}

/// The dash after `--token`, which is read from standard input. `account add` takes it as the value of the option, which is a
/// flag of other commands. All accept both forms.
enum TokenDash {
    private static let option = "--token"

    /// Returns the arguments with the dash where the command takes it, and without it elsewhere.
    static func fitted(in arguments: [String]) -> [String] {
        let options = arguments.prefix { $0 != "--" }
        guard let place = options.firstIndex(where: { $0 == option || $0 == "\(option)=-" }) else { return arguments }
        var words = arguments
        let next = words.dropFirst(place + 1).first
        if CommandPath(words[...]).usualType is AccountCommand.Add.Type {
            if words[place] == option, next?.hasPrefix("--") ?? true { words.insert("-", at: place + 1) }
        } else {
            if words[place] == option, next == "-" { words.remove(at: place + 1) }
            words[place] = option
        }
        return words
    }
}
