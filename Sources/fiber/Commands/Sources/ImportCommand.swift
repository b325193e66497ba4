import Application
import ArgumentParser
import EngineConcepts
import FeedParsing
import FiberConfiguration

/// Imports another feed reader's list of subscriptions.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add the sources of an OPML file or of newsboat's urls file.",
        discussion: """
            Folders, tags and newsboat's query feeds become topics; existing sources only gain topics. No requests are \
            sent: `fiber refresh` does that. Entries without a counterpart in Fiber are listed, and the exit status \
            is then 1, as for a list that could not be read to its end.

            Entries that would run a command (\(prefixes(.runsCommands))) or read a local file \
            (\(prefixes(.readsFiles))) are left out and listed with their line, because lists come from other people. That is no failure: the \
            exit status stays 0. `--local` imports them.
            """)

    /// Returns the beginnings of addresses with this access to the machine, for help.
    private static func prefixes(_ access: SourceKind.LocalAccess) -> String {
        SourceKinds.known.all.filter { $0.localAccess == access }.flatMap(\.addressPrefixes)
            .map { "`\($0)`" }.joined(separator: ", ")
    }

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: "The file, or - for standard input. newsboat's is ~/.newsboat/urls or ~/.config/newsboat/urls.",
        completion: .file())
    var file: String

    @OptionGroup var options: ImportOptions

    func run() async throws {
        try await options.follow(listIn: file, global, read: SubscriptionList.read)
    }
}
