import Application
import ArgumentParser
import EngineConcepts

// The failures of command lines that ArgumentParser would take for others.
extension FiberCommand {
    /// Returns the error of a wrong command line, with the usage of the command.
    static func wrongUsage(
        _ message: Message, of type: any ParsableCommand.Type, in arguments: [String]
    ) -> CommandFailure {
        let name = (["fiber"] + CommandPath(arguments[...]).names).joined(separator: " ")
        let usage = "Usage: \(usageString(for: type))\n  See '\(name) --help' for more information."
        return CommandFailure(.usage, message, advice: .verbatim(TranslatedHelp.console.usage(of: usage)))
    }

    /// Returns the first option that the command does not have, or `nil` if it has all.
    static func unknownOption(in words: ArraySlice<String>, of type: any ParsableCommand.Type) -> String? {
        let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
        guard !options.isEmpty else { return nil }
        let known = Set(
            helpMessage(for: type, includeHidden: true).split { !$0.isLetter && !$0.isNumber && $0 != "-" })
        return options.first { !known.contains($0) }.map(String.init)
    }

    /// Refuses an unknown first word, which ArgumentParser would pass to the default command with a misleading error, and
    /// unknown words after `help`, which it would ignore.
    static func checkCommand(in arguments: [String]) throws {
        guard let word = arguments.first, !word.hasPrefix("-") else { return }
        guard word != CommandPath.helpName else { return try checkHelp(on: arguments.dropFirst()) }
        let names = CommandPath([]).subcommandNames + [CommandPath.helpName]
        guard !names.contains(word) else { return }
        throw unknown(
            word,
            advice: word.contains(":")
                ? Message("addFollows", ["address": .text(word.shellWord)]) : advice(on: word, among: names))
    }

    private static func checkHelp(on words: ArraySlice<String>) throws {
        let path = CommandPath(words)
        guard let word = path.rest.first, !word.hasPrefix("-"), word != CommandPath.helpName else { return }
        let advice = advice(on: word, among: path.subcommandNames, after: [CommandPath.helpName] + path.names)
        throw unknown(word, after: path.names, advice: advice)
    }

    /// Returns the error of a word that names no command after these names, with the advice or the command that lists the
    /// commands.
    private static func unknown(_ word: String, after names: [String] = [], advice: Message?) -> CommandFailure {
        let name = (names + [word]).joined(separator: " ")
        let group = CommandPath(names[...]).subcommandNames.isEmpty ? [] : names
        let help = Message("helpListsCommands", ["command": .text((["fiber"] + group).joined(separator: " "))])
        return CommandFailure(.usage, Message("commandNotKnown", ["name": .text(name)]), advice: advice ?? help)
    }

    /// Refuses other options than ``LeadingOptions`` before the name of their command, which ArgumentParser takes for those of
    /// the default command.
    static func checkOrder(of arguments: [String]) throws {
        guard let first = arguments.first, first.hasPrefix("-"), first != "-" else { return }
        let commands = zip(arguments, arguments.dropFirst()).prefix { $1 != "--" }
            .filter { _, word in configuration.subcommands.contains { $0.configuration.commandName == word } }
        // A word behind an option may be its value.
        guard let name = (commands.first { former, _ in !former.hasPrefix("-") } ?? commands.first)?.1 else { return }
        throw CommandFailure(.usage, Message("commandComesFirst", ["name": .text(name)]))
    }

    /// Refuses a word after a group of commands that is none of them: those that stand for a group take no words. So too a
    /// command of `fiber source` after `fiber sources`.
    ///
    /// - Parameter failure: The failure as ArgumentParser words it. Of a group that no command stands for, it may be about
    ///   the options of the command that was meant.
    static func checkSubcommand(of path: CommandPath, after failure: String) throws {
        let needsCommand = !path.usualType.configuration.subcommands.isEmpty
        guard needsCommand || failure.lowercased().contains("unexpected argument"),
            let word = path.rest.first, !word.hasPrefix("-"), let name = path.names.last
        else { return }
        if !path.subcommandNames.isEmpty {
            throw unknown(
                word, after: path.names, advice: advice(on: word, among: path.subcommandNames, after: path.names))
        }
        for group in CommandPath([]).subcommandNames where "\(group)s" == name {
            guard CommandPath([group]).subcommandNames.contains(word) else { continue }
            throw unknown(word, after: path.names, advice: Message("commandMeant", ["name": .text("\(group) \(word)")]))
        }
    }

    /// Returns advice that names the command most like a word, or `nil` if none is much like it.
    private static func advice(on word: String, among names: [String], after known: [String] = []) -> Message? {
        let near = names.map { (name: $0, steps: $0.difference(from: word).count) }.min { $0.steps < $1.steps }
        guard let near, near.steps <= max(2, word.count / 3) else { return nil }
        return Message("commandMeant", ["name": .text((known + [near.name]).joined(separator: " "))])
    }
}
