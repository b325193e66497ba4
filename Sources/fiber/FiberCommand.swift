import ArgumentParser
import EngineConcepts
import Foundation

/// The command line. Without a subcommand it opens the timeline.
struct FiberCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fiber",
        abstract: "Read all your sources as one timeline that shows its gaps.",
        discussion: """
            Without a subcommand, Fiber opens the timeline in the terminal. On the first run this is a sample; \
            `fiber add URL` adds your own sources.

            Exit status: 0 done; 1 failed or partly failed; 2 wrong usage; 3 configuration; 4 store.
            """,
        version: "fiber \(Version.text)",
        subcommands: [
            ReadCommand.self, OpenCommand.self, DemoCommand.self, AddCommand.self, RemoveCommand.self,
            SourcesCommand.self, SourceCommand.self, AccountCommand.self, RefreshCommand.self, TimelineCommand.self,
            ThreadCommand.self, SearchCommand.self,
            MarkCommand.self, UndoCommand.self, PostCommand.self, ScheduledCommand.self, ActCommand.self,
            OutboxCommand.self,
            TopicsCommand.self, RulesCommand.self, NoteCommand.self, NotesCommand.self, CommentaryCommand.self,
            PeopleCommand.self,
            FillCommand.self, ParseCommand.self, ImportCommand.self,
            ExportCommand.self, ShotCommand.self, OPMLCommand.self, BackupCommand.self, CleanCommand.self,
            DoctorCommand.self,
        ],
        defaultSubcommand: ReadCommand.self)
}

/// Runs the command line and ends with the statuses that the help promises, instead of ArgumentParser's of sysexits(3).
@main
enum Main {
    static func main() async {
        exit(await status().rawValue)
    }

    private static func status() async -> ExitStatus {
        do {
            try await FiberCommand.run(Array(CommandLine.arguments.dropFirst()))
            return .done
        } catch let interruption as Interruption {
            interruption.die()
            return .failed
        } catch {
            switch FiberCommand.exitCode(for: error) {
            case .success:
                return await printed(FiberCommand.fullMessage(for: error))
            case .validationFailure:
                Console.report(UsageText(FiberCommand.fullMessage(for: error), FiberCommand.message(for: error)).text)
                return .usage
            default:
                Console.report(error)
                return ExitStatus(of: error)
            }
        }
    }
}

extension FiberCommand {
    /// Runs the command that the arguments name.
    fileprivate static func run(_ arguments: [String]) async throws {
        // The usual start. Parsing nothing would take several milliseconds.
        guard !arguments.isEmpty else {
            return try await TimelineLauncher(directories: .given(), isLinear: false).run()
        }
        try checkCommand(in: arguments)
        var command = try command(in: arguments)
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
    }

    /// Parses the arguments. Does not make the table of all commands unless the text of an error or the help needs it.
    private static func command(in arguments: [String]) throws -> any ParsableCommand {
        let (type, rest) = commandType(in: arguments)
        // Anything else is an option of the whole program or a mistake, which is then reported as one.
        if type.configuration.subcommands.isEmpty, let command = try? type.parse(rest) { return command }
        return try parseAsRoot(arguments)
    }

    /// Returns the innermost command that the first words name, with the words after its name.
    private static func commandType(in arguments: [String]) -> (type: any ParsableCommand.Type, rest: [String]) {
        var type: any ParsableCommand.Type = self
        var rest = arguments[...]
        while let word = rest.first,
            let inner = type.configuration.subcommands.first(where: { $0.configuration.isNamed(word) })
        {
            type = inner
            rest = rest.dropFirst()
        }
        while let usual = type.configuration.defaultSubcommand { type = usual }
        return (type, Array(rest))
    }

    /// Refuses an unknown first word. ArgumentParser would pass it to the default command, with a misleading error.
    private static func checkCommand(in arguments: [String]) throws {
        guard let word = arguments.first, !word.hasPrefix("-") else { return }
        let names = configuration.subcommands.flatMap { $0.configuration.names } + ["help"]
        guard !names.contains(word) else { return }
        let near = names.map { (name: $0, steps: $0.difference(from: word).count) }.min { $0.steps < $1.steps }
        let advice =
            if word.contains("://") || word.contains(":") {
                Message("addFollows", ["address": .text(word)])
            } else if let near, near.steps <= max(2, word.count / 2) {
                Message("commandMeant", ["name": .text(near.name)])
            } else {
                Message("helpListsCommands")
            }
        throw CommandFailure(.usage, Message("commandNotKnown", ["name": .text(word)]), advice: advice)
    }
}

extension CommandConfiguration {
    /// The names by which the command is called.
    fileprivate var names: [String] { [commandName].compactMap(\.self) + aliases }

    fileprivate func isNamed(_ word: String) -> Bool { names.contains(word) }
}

/// Prints requested text, such as the help.
private func printed(_ text: String) async -> ExitStatus {
    do {
        try Console.print(text)
        return .done
    } catch {
        Console.report(error)
        return .failed
    }
}
