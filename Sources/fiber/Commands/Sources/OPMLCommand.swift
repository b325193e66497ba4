import Application
import ArgumentParser
import EngineConcepts
import FeedParsing
import FiberConfiguration
import Foundation
import WebText

/// Imports and exports OPML.
struct OPMLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opml", abstract: "Exchange your sources with other programs as OPML.",
        subcommands: [Import.self, Export.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the sources of an OPML file. Its folders become topics.",
            discussion: """
                A folder F1 in a folder Racing becomes the topic Racing/F1; its sources belong to the topic Racing too. The \
                attribute `category` of a source also becomes topics. The exit status is 1 if any entry could \
                not be imported. Use `fiber import` for newsboat's urls file.
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The file, or - for standard input.", completion: .file())
        var file: String

        @OptionGroup var options: ImportOptions

        func run() async throws {
            try await options.follow(listIn: file, global, read: OPMLReader.read, advice: advice(on:))
        }

        /// Returns advice for a list in another format.
        private func advice(on bytes: [UInt8]) -> Message? {
            do {
                let list = try SubscriptionList.read(bytes)
                return list.subscriptions.isEmpty ? nil : Message("importInstead", ["file": .text(file.shellWord)])
            } catch {
                return nil
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print your sources as OPML 2.0, with topics as folders.",
            discussion: """
                The topic Racing/F1 becomes a folder F1 in the folder Racing for sources that belong to both. A source that has \
                moved permanently is listed with its new address; one without a name of your own, with its title.
                """)

        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try global.checkDirectories()
            let library = try LibraryFile(in: global.directories).read()
            let statuses = try await statuses(besideSources: !library.sources.isEmpty)
            let listed = library.sources.filter { !$0.address.isEmpty }
            let subscriptions = listed.map { source in
                let status = statuses[source.id]
                return Subscription(
                    address: status?.sourceAddress ?? source.shownAddress, name: source.name ?? status?.sourceName,
                    topics: source.topics, isPaused: source.isPaused, page: source.page, title: source.title,
                    attributes: source.attributes)
            }
            let text = OPMLWriter.text(of: subscriptions, title: "Followed in Fiber")
            try Console.print(text.trimmingCharacters(in: .newlines))
        }

        /// Returns the sources' own titles and current addresses. A list that has sources is exported without them if there is
        /// no store that can be read; of an empty one, only the store tells whether its sources are lost.
        private func statuses(besideSources hasSources: Bool) async throws -> [SupplierID: SupplierStatus] {
            guard FileManager.default.fileExists(atPath: global.directories.storeFile) else { return [:] }
            do {
                let opening = ContextOpening(
                    global.directories, reportingTo: .console, mode: .reading, warns: false)
                return try await opening.run { context in
                    try await context.requireLibrary()
                    try await context.reportMissingSources()
                    if hasSources, let unlisted = try await context.libraryCheck.unlistedItems() {
                        Console.warn(unlisted)
                    }
                    return await context.engine.snapshot.suppliers
                        .reduce(into: [:]) { statuses, status in statuses[status.id] = status }
                }
            } catch  where hasSources {
                Console.warn(Message("exportWithoutNames", ["reason": .message(Message(error))]))
                return [:]
            }
        }
    }
}
