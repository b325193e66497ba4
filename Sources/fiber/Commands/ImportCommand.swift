import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Suppliers

/// Takes over what somebody follows elsewhere.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Follow what an OPML file, or newsboat's file of addresses, lists.",
        discussion: """
            Folders and tags become topics; what is followed already only gains topics. Nothing is asked of the sources: \
            `fiber refresh` does that. What has no counterpart in Fiber is named.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The file; - for standard input. newsboat's is ~/.newsboat/urls or ~/.config/newsboat/urls.")
    var file: String

    func run() async throws {
        let bytes = try InputFile.read(file)
        let list: SubscriptionList
        do {
            list = try SubscriptionList.read(bytes)
        } catch {
            throw CommandFailure(.failed, "\(file) \(error).")
        }
        try await Subscriptions.follow(list, from: file, global)
    }
}

/// OPML in and out.
struct OPMLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opml", abstract: "Exchange what you follow with other readers, as OPML.",
        subcommands: [Import.self, Export.self])

    /// Takes OPML in.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Follow what an OPML file lists; its folders become topics.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The file; - for standard input.")
        var file: String

        func run() async throws {
            let bytes = try InputFile.read(file)
            let list: SubscriptionList
            do {
                list = try OPMLReader.read(bytes)
            } catch {
                throw CommandFailure(.failed, "\(file) \(error).")
            }
            try await Subscriptions.follow(list, from: file, global)
        }
    }

    /// Gives OPML out.
    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what you follow as OPML 2.0, topics as folders.")

        @OptionGroup var global: GlobalOptions

        func run() throws {
            let library: Library
            do {
                library = try LibraryFile(path: Directories(global).libraryFile).read()
            } catch {
                throw CommandFailure(error)
            }
            let subscriptions = library.sources.map {
                Subscription(address: $0.shownAddress, name: $0.name, topics: $0.topics, isPaused: $0.isPaused)
            }
            let text = OPMLWriter.text(of: subscriptions, title: "Followed in Fiber")
            try Console.print(text.trimmingCharacters(in: .newlines))
        }
    }
}

/// What lists of subscriptions mean to the library.
private enum Subscriptions {
    /// Follows all of `list`, and says what came of it.
    static func follow(_ list: SubscriptionList, from file: String, _ global: GlobalOptions) async throws {
        var sources: [SourceDescription] = []
        var secrets: [String: String] = [:]
        var remarks = list.remarks
        for subscription in list.subscriptions {
            do {
                let (address, offer) = AccessOffer.taking(outOf: subscription.address)
                var source = try SupplierRegistry.source(at: address)
                source.access = offer?.access
                secrets.merge(offer?.secrets ?? [:]) { $1 }
                source.name = subscription.name
                source.topics = subscription.topics
                source.isPaused = subscription.isPaused
                sources.append(source)
            } catch {
                remarks.append(error.message)
            }
        }
        let new = try await Household.with(global) { [sources, secrets] household in
            do {
                try household.sources.keep(secrets)
                return try await household.sources.follow(sources)
            } catch let error as ConfigurationError {
                throw CommandFailure(error)
            }
        }
        for remark in remarks { Console.report("fiber: \(file): \(remark)") }
        let known = sources.count - new
        try Console.print(
            "\(new) \(new == 1 ? "source" : "sources") added"
                + (known > 0 ? ", \(known) followed already" : "")
                + (remarks.isEmpty ? "." : ", \(remarks.count) left out."))
        if !secrets.isEmpty {
            Console.report("Passwords of the list are kept in \(Directories(global).secretsFile), for your eyes only.")
        }
        if new > 0 { Console.report("`fiber refresh` fetches what they have.") }
    }
}
