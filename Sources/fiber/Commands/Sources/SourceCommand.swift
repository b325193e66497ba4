import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Networking
import Suppliers
import WebText

/// Changes followed sources.
struct SourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source", abstract: "Rename, pause, move and configure sources.",
        discussion: "A Fiber that is open shows the change at once.",
        subcommands: [Rename.self, Pause.self, Resume.self, Move.self, Set.self])

    struct Rename: ContextCommand {
        static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give a source another name.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The source by id, name or address.")
        var source: String

        @Argument(help: "The new name. Without it, the source has its own name again.")
        var name: String?

        func validate() throws {
            guard name.map(LabelName.isUsable) ?? true else { throw ValidationError(Message("renameNeedsName")) }
        }

        func run(_ context: AppContext) async throws {
            let known = try await context.source(named: source)
            _ = try await context.sources.change(known.id) { $0.name = name }
            let named = try await context.withCurrentLibrary().library.distinctName(of: known.id)
            let former = context.library.distinctName(of: known.id)
            try Console.print(
                name == nil
                    ? Message("sourceHasOwnName", ["name": .text(named)])
                    : Message("sourceIsRenamed", ["name": .text(named), "former": .text(former)]))
        }
    }

    struct Pause: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause", abstract: "Stop requesting sources. Their items stay.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The sources by id, name or address.")
        var sources: [String]

        func run(_ context: AppContext) async throws { try await context.setPaused(sources, true) }
    }

    struct Resume: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "Request paused sources again.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The sources by id, name or address.")
        var sources: [String]

        func run(_ context: AppContext) async throws { try await context.setPaused(sources, false) }
    }

    struct Move: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move a source in the list.",
            discussion: "`fiber sources`, the screen, exported lists and topics have the order of the list.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The source by id, name or address.")
        var source: String

        @Flag(help: "To the beginning.")
        var first = false

        @Flag(help: "To the end.")
        var last = false

        @Option(help: ArgumentHelp("Before this source.", valueName: "source"))
        var before: String?

        @Option(help: ArgumentHelp("After this source.", valueName: "source"))
        var after: String?

        func validate() throws {
            guard [first, last, before != nil, after != nil].count(where: \.self) == 1 else {
                throw ValidationError(Message("moveNeedsPlace"))
            }
        }

        func run(_ context: AppContext) async throws {
            let moved = try await context.source(named: source)
            var order = context.library.sources.map(\.id).filter { $0 != moved.id }
            var place = first ? order.startIndex : order.endIndex
            if let other = before ?? after {
                let other = try await context.source(named: other).id
                guard let index = order.firstIndex(of: other) else {
                    throw CommandFailure(.usage, Message("moveBesideItself"))
                }
                place = before == nil ? index + 1 : index
            }
            order.insert(moved.id, at: place)
            try await context.sources.arrange(order)
            try Console.print(
                Message(
                    "sourceMovedTo",
                    [
                        "name": .text(context.library.distinctName(of: moved.id)), "place": .number(place + 1),
                        "count": .number(order.count),
                    ]))
        }
    }

    struct Set: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change the address, topics, interval, filter or login of a source.",
            discussion: """
                A new address is checked first, as by `fiber add`. The source keeps its id, and with it its items and \
                their marks. `--topic` and `--not-topic` change single topics; `fiber topics` lists them.
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The source by id, name or address.")
        var source: String

        @Option(help: "The new address.")
        var url: String?

        @Flag(help: "Take the new address without a check.")
        var unchecked = false

        @Option(name: .customLong("topic"), help: "Add its items to this topic. Can be repeated.")
        var topics: [String] = []

        @Option(name: .customLong("not-topic"), help: "Remove its items from this topic. Can be repeated.")
        var removedTopics: [String] = []

        @Option(
            help:
                "The interval of regular requests: 30m, 2h or 1d, or default. A server that asks for a longer one gets it."
        )
        var every: IntervalChoice?

        @Option(help: "Let rules hide its items: on or off.")
        var filter: FilterChoice?

        @Flag(help: "Remove its login and header fields.")
        var noLogin = false

        @OptionGroup(title: "Login") var access: AccessOptions

        func validate() throws {
            guard topics.allSatisfy(LabelName.isUsable) else { throw ValidationError(Message("namesAreOneLine")) }
            if let both = topics.first(where: { removedTopics.contains($0) }) {
                throw ValidationError(Message("topicOrNotTopic", ["topic": .text(both)]))
            }
            let isInAddress = url.map { AccessOffer.taking(outOf: $0).offer != nil } ?? false
            guard !isInAddress || !access.isGiven else { throw ValidationError(Message("loginGivenTwice")) }
            guard !noLogin || !access.isGiven && !isInAddress else { throw ValidationError(Message("loginOrNone")) }
            let isGiven =
                url != nil || !topics.isEmpty || !removedTopics.isEmpty || every != nil || filter != nil || noLogin
                || access.isGiven
            guard url != nil || !unchecked else {
                throw ValidationError(
                    Message("optionNeedsOther", ["option": .text("--unchecked"), "other": .text("--url")]))
            }
            guard isGiven else { throw ValidationError(Message("setNeedsOption")) }
        }

        func run(_ context: AppContext) async throws {
            let known = try await context.source(named: source)
            let topics = try context.topicNames(of: topics)
            let removedTopics = context.meantTopicNames(of: removedTopics)
            for topic in removedTopics where !known.topics.contains(topic) {
                let name = context.library.distinctName(of: known.id)
                throw CommandFailure(Message("sourceNotInTopic", ["name": .text(name), "topic": .text(topic)]))
            }
            let offer = try offer(for: known, context)
            let login = noLogin ? nil : offer?.access ?? known.access
            let hasNewLogin = noLogin || offer != nil
            let address = try await newAddress(of: known, with: login, offer, in: context)
            try context.sources.saveSecrets(offer?.secrets ?? [:])
            let changed = try await context.sources.change(known.id) { source in
                source.address = address ?? source.address
                source.topics.removeAll { removedTopics.contains($0) }
                source.topics += topics.filter { !source.topics.contains($0) }
                if let every { source.interval = every.seconds }
                if let filter { source.isFiltered = filter == .on }
                // Otherwise the login stays as it is by now: another process may have changed it meanwhile.
                if hasNewLogin { source.access = login }
            }
            if changed.access != nil, hasNewLogin || address != nil, changed.address.hasPrefix("http:") {
                Console.warn(Message("loginNotEncrypted", ["address": .text(changed.address)]))
            }
            try Console.print(Message("sourceIsChanged", ["name": .text(context.library.distinctName(of: changed.id))]))
            context.inform(newTopics: topics)
        }

        /// Returns the login in the new address or that of the options, or `nil` if none is given.
        private func offer(for known: SourceDescription, _ context: AppContext) throws -> AccessOffer? {
            if let url, let found = AccessOffer.taking(outOf: url).offer { return found }
            return try access.offer(for: url ?? known.address, commands: context.sources.factory.secretCommands)
        }

        /// Returns the checked new address, or `nil` if the address does not change.
        private func newAddress(
            of known: SourceDescription, with login: SourceAccess?, _ offer: AccessOffer?, in context: AppContext
        ) async throws -> String? {
            guard let url else { return nil }
            return try await context.sources.withSecrets(of: offer) {
                try await context.sources.address(
                    AccessOffer.taking(outOf: url).address, of: known, with: login, isChecked: !unchecked)
            }
        }
    }
}

extension AppContext {
    /// Pauses or resumes sources, and says so for each, or that it was so already.
    fileprivate func setPaused(_ names: [String], _ isPaused: Bool) async throws {
        for source in try await sources(named: names) {
            _ = try await sources.change(source.id) { $0.isPaused = isPaused }
            let name = Message.Argument.text(library.distinctName(of: source.id))
            let message =
                switch (source.isPaused, isPaused) {
                case (false, true): Message("sourceIsNowPaused", ["name": name])
                case (true, true): Message("sourceIsPausedAlready", ["name": name])
                case (true, false): Message("sourceIsResumed", ["name": name])
                case (false, false): Message("sourceWasNotPaused", ["name": name])
                }
            try Console.print(message)
        }
    }
}
