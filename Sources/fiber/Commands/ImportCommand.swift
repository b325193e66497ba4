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

    @Argument(help: "The file, or - for standard input. newsboat's is ~/.newsboat/urls or ~/.config/newsboat/urls.")
    var file: String

    @OptionGroup var trust: ImportTrust

    func run() async throws {
        try await Subscriptions.follow(listIn: file, trust, global, read: SubscriptionList.read)
    }
}

/// The option to trust a list as the user's own.
struct ImportTrust: ParsableArguments {
    @Flag(
        name: .customLong("local"),
        help: "Also import entries that run commands or read local files. Only for lists you trust.")
    var takesLocal = false
}

/// Imports and exports OPML.
struct OPMLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opml", abstract: "Exchange your sources with other programs as OPML.",
        subcommands: [Import.self, Export.self])

    /// Imports OPML.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Add the sources of an OPML file. Its folders become topics.",
            discussion: """
                A folder F1 in a folder Racing becomes the topic Racing/F1; its sources belong to the topic Racing too. The \
                attribute `category` of a source also becomes topics. The exit status is 1 if any entry could \
                not be imported. Use `fiber import` for newsboat's urls file.
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The file, or - for standard input.")
        var file: String

        @OptionGroup var trust: ImportTrust

        func run() async throws {
            try await Subscriptions.follow(listIn: file, trust, global, read: OPMLReader.read, advice: advice(on:))
        }

        /// Returns advice for a list in another format.
        private func advice(on bytes: [UInt8]) -> Message? {
            do {
                let list = try SubscriptionList.read(bytes)
                return list.subscriptions.isEmpty
                    ? nil : Message("importInstead", ["file": .text(file)])
            } catch {
                return nil
            }
        }
    }

    /// Exports OPML.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Print your sources as OPML 2.0, with topics as folders.",
            discussion: """
                The topic Racing/F1 becomes a folder F1 in the folder Racing for sources that belong to both. A source that has \
                moved permanently is listed with its new address; one without a name of your own, with its title.
                """)

        @OptionGroup var global: GlobalOptions

        func run() async throws {
            Console.setLanguage(from: global.directories)
            let library = try LibraryFile(path: global.directories.libraryFile, kinds: .known).read()
            let statuses = await statuses()
            let subscriptions = library.sources.map { source in
                let status = statuses[source.id]
                return Subscription(
                    address: status?.sourceAddress ?? source.shownAddress, name: source.name ?? status?.sourceName,
                    topics: source.topics, isPaused: source.isPaused, page: source.page, title: source.title,
                    attributes: source.attributes)
            }
            let text = OPMLWriter.text(of: subscriptions, title: "Followed in Fiber")
            try Console.print(text.trimmingCharacters(in: .newlines))
        }

        /// Returns the sources' own titles and current addresses. The list is exported without them if there is no
        /// store.
        private func statuses() async -> [SupplierID: SupplierStatus] {
            guard FileManager.default.fileExists(atPath: global.directories.storeFile) else { return [:] }
            do {
                return try await AppContext.with(
                    global.directories, reportingTo: .console, mode: .reading, warns: false
                ) { context in
                    await context.engine.snapshot.suppliers
                        .reduce(into: [:]) { statuses, status in statuses[status.id] = status }
                }
            } catch {
                Console.warn(Message("exportWithoutNames", ["reason": .message(Message(error))]))
                return [:]
            }
        }
    }
}

/// The import of lists into the library.
private enum Subscriptions {
    /// Reads a list, follows its sources and reports the result.
    ///
    /// - Parameters:
    ///   - read: Parses the bytes of the list.
    ///   - advice: Returns advice on bytes that cannot be parsed.
    static func follow(
        listIn file: String, _ trust: ImportTrust, _ global: GlobalOptions,
        read: ([UInt8]) throws(SubscriptionListError) -> SubscriptionList,
        advice: ([UInt8]) -> Message? = { _ in nil }
    ) async throws {
        Console.setLanguage(from: global.directories)
        let bytes = try InputFile.read(file)
        let list: SubscriptionList
        do throws(SubscriptionListError) {
            list = try read(bytes)
        } catch {
            throw CommandFailure(error.message(about: file), advice: advice(bytes))
        }
        try await follow(list, from: file, trust, global)
    }

    private static func follow(
        _ list: SubscriptionList, from file: String, _ trust: ImportTrust, _ global: GlobalOptions
    ) async throws {
        let listImport = ListImport(list, takesLocal: trust.takesLocal)
        let (new, topicWarnings) = try await AppContext.with(global.directories, reportingTo: .console) { context in
            try await listImport.follow(in: context.sources, context.labels)
        }
        let warnings = listImport.warnings + topicWarnings
        if let error = list.syntaxError { Console.warn(error.warning(onList: file)) }
        for warning in list.notes + listImport.refusals + warnings {
            Console.report("fiber: \(file): \(Console.text(warning))")
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
            Console.report(Message("listPasswordsKept", ["file": .text(global.directories.secretsFile)]))
        }
        let isWhole = warnings.isEmpty && list.syntaxError == nil
        let next = new > 0 ? Message("refreshFetches") : nil
        if isWhole, let next { Console.report(next) }
        guard isWhole else {
            throw CommandFailure(
                listImport.sources.isEmpty
                    ? Message("listNotImported", ["file": .text(file)])
                    : Message("listPartlyImported", ["file": .text(file)]), advice: next)
        }
    }
}
