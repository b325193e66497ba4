import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import WebText

/// The command line. Without a subcommand it opens the timeline.
struct FiberCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fiber", abstract: "Read all your sources as one timeline that shows its gaps.",
        discussion: """
            Without a subcommand, Fiber opens the timeline in the terminal. On the first run this is a sample; \
            `fiber add URL` adds your own sources.

            Exit status: 0 done; 1 failed or partly failed; 2 wrong usage; 3 configuration; 4 store.
            """,
        version: "fiber \(Version.text)",
        subcommands: [
            ReadCommand.self, OpenCommand.self, DemoCommand.self, AddCommand.self, RemoveCommand.self,
            SourcesCommand.self, SourceCommand.self, AccountCommand.self, RefreshCommand.self, TimelineCommand.self,
            ThreadCommand.self, SearchCommand.self, MarkCommand.self, UndoCommand.self, PostCommand.self,
            ScheduledCommand.self, ActCommand.self, OutboxCommand.self, TopicsCommand.self, RulesCommand.self,
            NoteCommand.self, NotesCommand.self, CommentaryCommand.self, PeopleCommand.self, FillCommand.self,
            ParseCommand.self, ImportCommand.self, ExportCommand.self, ShotCommand.self, OPMLCommand.self,
            BackupCommand.self, CleanCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: ReadCommand.self)
}

/// Runs the command line and ends with the statuses that the help promises, instead of ArgumentParser's of sysexits(3).
@main
enum Main {
    static func main() async {
        // ArgumentParser would print the help without its descriptions.
        if let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }), columns < 1 { unsetenv("COLUMNS") }
        exit(await FiberCommand.status(of: Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}

extension FiberCommand {
    /// Runs the command that the arguments name, reports its failure, and returns the status with which the program ends.
    static func status(of words: [String]) async -> ExitStatus {
        // Parsing too makes texts of errors.
        Console.takeLanguage(from: directories(in: words))
        let arguments = TokenDash.fitted(in: CommandLineAliases.replacing(in: LeadingOptions.moved(in: words)))
        do {
            try await run(arguments)
            return .done
        } catch let interruption as Interruption {
            interruption.die()
            return .failed
        } catch {
            switch exitCode(for: error) {
            case .success:
                return printed(fullMessage(for: error), of: arguments)
            case .validationFailure:
                Console.inform(UsageText(fullMessage(for: error), message(for: error), of: arguments).text)
                return .usage
            default:
                Console.report(error)
                return ExitStatus(of: error)
            }
        }
    }

    /// Prints requested text, such as the help, in the language of the output.
    private static func printed(_ text: String, of arguments: [String]) -> ExitStatus {
        do {
            try Console.print(translated(text, of: arguments))
            return .done
        } catch {
            Console.report(error)
            return .failed
        }
    }

    /// Returns the help or the description of the commands with its tables in the language of the output, or other text
    /// unchanged, such as the version, which is the same in all languages.
    private static func translated(_ text: String, of arguments: [String]) throws -> String {
        // Only the description is JSON.
        if text.hasPrefix("{") {
            let localizer = Console.localizer
            return try TranslatedHelp.console.description(of: text) { HelpTable.filling($0, in: localizer) }
        }
        guard text.hasPrefix("OVERVIEW: ") else { return text }
        return HelpTable.filling(translatedHelp(text, of: arguments), in: Console.localizer)
    }

    /// Returns the help of a command, still without its tables, in the language of the output.
    private static func translatedHelp(_ text: String, of arguments: [String]) -> String {
        guard Console.localizer != .english,
            let usage = text.split(separator: "\n").first(where: { $0.hasPrefix("USAGE: ") })
        else { return TranslatedHelp.console.breakingUsage(of: text) }
        let names = usage.split(separator: " ").dropFirst(2).prefix { $0.first?.isLetter == true }.map(String.init)
        let path = CommandPath(names[...])
        // The command `help` is not among those of Fiber.
        guard path.rest.isEmpty else { return TranslatedHelp.console.breakingUsage(of: text) }
        // In so many columns, no text is broken into lines.
        let help = helpMessage(for: path.type, includeHidden: arguments.contains("--help-hidden"), columns: 100_000)
        return TranslatedHelp.console.text(of: help)
    }

    /// Returns the directories of the user's files as far as the arguments name them, without parsing the others.
    private static func directories(in arguments: [String]) -> Directories {
        func path(after option: String) -> String? {
            var path: String?
            var words = arguments.prefix { $0 != "--" }
            while let word = words.popFirst() {
                if word == option { path = words.popFirst() }
                if word.hasPrefix("\(option)=") { path = String(word.dropFirst(option.count + 1)) }
            }
            return path?.nonEmpty
        }
        return .given(configuration: path(after: "--config"), data: path(after: "--data"))
    }

    /// Runs the command that the arguments name.
    private static func run(_ arguments: [String]) async throws {
        // The usual start. Parsing nothing would take several milliseconds.
        guard !arguments.isEmpty else {
            return try await TimelineLauncher(directories: .given(), isLinear: false).run()
        }
        // Parsing would make the table of all commands.
        if arguments == ["--version"] { return try Console.print(configuration.version) }
        try checkCommand(in: arguments)
        var command = try command(in: arguments)
        do {
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as ValidationError {
            throw wrongUsage(.verbatim(error.message), of: Swift.type(of: command), in: arguments)
        }
    }

    /// Parses the arguments. Does not make the table of all commands unless the text of an error or the help needs it.
    private static func command(in arguments: [String]) throws -> any ParsableCommand {
        let path = CommandPath(arguments[...])
        let type = path.usualType
        // Anything else is an option of the whole program or a mistake, which is then reported as one.
        if type.configuration.subcommands.isEmpty, let command = try? type.parse(Array(path.rest)) { return command }
        do {
            return try parseAsRoot(arguments)
        } catch  where exitCode(for: error) == .validationFailure {
            try checkOrder(of: arguments)
            let text = message(for: error)
            try checkSubcommand(of: path, after: text)
            // Arguments are checked before options, so the failure may be one that the wrong option has caused.
            if let option = unknownOption(in: path.rest, of: type), !text.contains(option) {
                throw wrongUsage(Message("usageOptionUnknown", ["option": .text(option)]), of: type, in: arguments)
            }
            throw error
        }
    }
}
