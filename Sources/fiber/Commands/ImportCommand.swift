import ArgumentParser
import EngineConcepts
import FeedParsing
import FiberConfiguration
import Foundation
import Suppliers

/// Imports another reader's list of subscriptions.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Follow what an OPML file, or newsboat's file of addresses, lists.",
        discussion: """
            Folders, tags and newsboat's query feeds become topics; what is followed already only gains topics. Nothing is asked of the sources: \
            `fiber refresh` does that. What has no counterpart in Fiber is named. Ends with status 1 where anything of \
            the list was left out or could not be read.

            What would run a command (`exec:`, `filter:`) or read a file (`file:`) of this machine is left out and listed \
            with its line, since lists come from other people: `--local` takes it over.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The file; - for standard input. newsboat's is ~/.newsboat/urls or ~/.config/newsboat/urls.")
    var file: String

    @OptionGroup var trust: ImportTrust

    func run() async throws {
        let bytes = try InputFile.read(file)
        let list: SubscriptionList
        do {
            list = try SubscriptionList.read(bytes)
        } catch {
            throw CommandFailure(.failed, "\(file) \(error).")
        }
        try await Subscriptions.follow(list, from: file, trust, global)
    }
}

/// The option to trust a list as the user's own.
struct ImportTrust: ParsableArguments {
    @Flag(
        name: .customLong("local"),
        help: "Take over what runs commands or reads files of this machine, too: from a list of your own only.")
    var takesLocal = false
}

/// Imports and exports OPML.
struct OPMLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opml", abstract: "Exchange what you follow with other readers, as OPML.",
        subcommands: [Import.self, Export.self])

    /// Imports OPML.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Follow what an OPML file lists; its folders become topics.",
            discussion: """
                A folder F1 within a folder Racing becomes the topic Racing/F1, and what stands in it belongs to the topic \
                Racing as well. The categories of a source (its attribute `category`) are topics, too. Ends with status 1 where \
                anything of the list was left out or could not be read. `fiber import` reads newsboat's file of addresses.
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The file; - for standard input.")
        var file: String

        @OptionGroup var trust: ImportTrust

        func run() async throws {
            let bytes = try InputFile.read(file)
            let list: SubscriptionList
            do {
                list = try OPMLReader.read(bytes)
            } catch {
                throw CommandFailure(.failed, "\(file) \(error).", advice: advice(on: bytes))
            }
            try await Subscriptions.follow(list, from: file, trust, global)
        }

        /// Returns advice for a list in another format.
        private func advice(on bytes: [UInt8]) -> String? {
            do {
                let list = try SubscriptionList.read(bytes)
                return list.subscriptions.isEmpty
                    ? nil : "It looks like a list of addresses such as newsboat's: `fiber import \(file)` reads those."
            } catch {
                return nil
            }
        }
    }

    /// Exports OPML.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what you follow as OPML 2.0, topics as folders.",
            discussion: """
                The topic Racing/F1 is a folder F1 within the folder Racing, for sources that belong to both. A source that has \
                moved for good is listed where it is now; one that has no name of yours, by what it calls itself.
                """)

        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let library: Library
            do {
                library = try LibraryFile(path: Directories(global).libraryFile).read()
            } catch {
                throw CommandFailure(error)
            }
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
            guard FileManager.default.fileExists(atPath: Directories(global).storeFile) else { return [:] }
            do {
                return try await AppContext.with(global, warns: false) { context in
                    await context.engine.snapshot.suppliers
                        .reduce(into: [:]) { statuses, status in statuses[status.id] = status }
                }
            } catch {
                Console.report(
                    "fiber: warning: what sources call themselves, and where they have moved, is not known: \(error)")
                return [:]
            }
        }
    }
}

/// The import of lists into the library.
private enum Subscriptions {
    /// Follows the sources in `list` and reports the result.
    static func follow(
        _ list: SubscriptionList, from file: String, _ trust: ImportTrust, _ global: GlobalOptions
    ) async throws {
        let wanted = ListImport(list, takesLocal: trust.takesLocal)
        let (new, doubled) = try await AppContext.with(global) { context in
            do {
                return try await wanted.follow(in: context.sources, context.labels)
            } catch let error as ConfigurationError {
                throw CommandFailure(error)
            }
        }
        let remarks = wanted.remarks + doubled
        if let fault = list.fault {
            Console.report(
                "fiber: warning: \(file):\(fault.line):\(fault.column): \(fault.message). What could be read was taken over."
            )
        }
        for remark in list.notes + remarks { Console.report("fiber: \(file): \(remark)") }
        let known = wanted.sources.count - new
        try Console.print(
            "\(new) \(new == 1 ? "source" : "sources") added"
                + (known > 0 ? ", \(known) followed already" : "")
                + (remarks.isEmpty ? "." : ", \(remarks.count) left out."))
        if !wanted.secrets.isEmpty {
            Console.report("Passwords of the list are kept in \(Directories(global).secretsFile), for your eyes only.")
        }
        if new > 0 { Console.report("`fiber refresh` fetches what they have.") }
        guard remarks.isEmpty, list.fault == nil else {
            throw CommandFailure(
                .failed,
                wanted.sources.isEmpty
                    ? "Nothing of \(file) could be taken over."
                    : "\(file) was taken over in part; what was not is named above.")
        }
    }
}
