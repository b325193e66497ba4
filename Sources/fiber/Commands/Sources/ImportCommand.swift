import Application
import ArgumentParser
import EngineConcepts
import FeedParsing
import FiberConfiguration
import Foundation
import WebText

/// Imports another feed reader's list of subscriptions.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the sources of an OPML file or of newsboat's urls file.",
        discussion: """
            Folders, tags and newsboat's query feeds become topics; existing sources only gain topics. No requests are \
            sent: `fiber refresh` does that. Entries without a counterpart in Fiber are listed, and the exit status \
            is then 1, as for a list that could not be read to its end.

            Entries that would run a command (\(prefixes(.runsCommands))) or read a local file \
            (\(prefixes(.readsFiles))) are skipped and listed with their line, because lists come from other people. That is no failure: the exit \
            status stays 0. `--local` imports them.
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

/// Options of commands that follow the sources of a list.
struct ImportOptions: ParsableArguments {
    @Flag(
        name: .customLong("local"),
        help: "Also import entries that run commands or read local files. Only for lists you trust.")
    var takesLocal = false

    /// Reads a list, follows its sources and reports the result.
    ///
    /// - Parameters:
    ///   - read: Parses the bytes of the list.
    ///   - advice: Returns advice on bytes that cannot be parsed.
    func follow(
        listIn file: String, _ global: GlobalOptions,
        read: ([UInt8]) throws(SubscriptionListError) -> SubscriptionList,
        advice: ([UInt8]) -> Message? = { _ in nil }
    ) async throws {
        Console.setLanguage(from: global.directories)
        let bytes = try InputFile.readList(file)
        let name = InputFile.name(file)
        let list: SubscriptionList
        do throws(SubscriptionListError) {
            list = try read(bytes)
        } catch {
            throw CommandFailure(error.message(about: name), advice: advice(bytes))
        }
        try await follow(list, from: name, global)
    }

    private func follow(_ list: SubscriptionList, from file: Message.Argument, _ global: GlobalOptions) async throws {
        let listImport = ListImport(list, takesLocal: takesLocal)
        let (new, topicWarnings) = try await AppContext.with(global.directories, reportingTo: .console) { context in
            let result = try await listImport.follow(in: context.sources, context.labels)
            if let lost = try await context.lostLibrary() { Console.warn(lost) }
            return result
        }
        let warnings = listImport.warnings + topicWarnings
        if let error = list.syntaxError { Console.warn(error.warning(onList: file)) }
        for warning in list.notes + listImport.refusals + warnings {
            Console.report(Message("inFile", ["file": file, "message": .message(warning)]))
        }
        let known = listImport.sources.count - new
        let leftOut = warnings.count + listImport.refusals.count
        let parts = [
            Message("sourcesAdded", ["count": .number(new)]),
            known > 0 ? Message("sourcesKnown", ["count": .number(known)]) : nil,
            leftOut > 0 ? Message("entriesLeftOut", ["count": .number(leftOut)]) : nil,
        ]
        let outcome = Message.Argument.list(parts.compactMap(\.self).map { .message($0) })
        try Console.print(Message("sourcesImported", ["parts": outcome]))
        if !listImport.secrets.isEmpty {
            Console.inform(Message("listPasswordsKept", ["file": .text(global.directories.secretsFile)]))
        }
        let isWhole = warnings.isEmpty && list.syntaxError == nil
        let next = new > 0 ? Message("refreshFetches") : nil
        if isWhole, let next { Console.inform(next) }
        guard isWhole else {
            throw CommandFailure(
                listImport.sources.isEmpty
                    ? Message("listNotImported", ["file": file])
                    : Message("listPartlyImported", ["file": file]), advice: next)
        }
    }
}
