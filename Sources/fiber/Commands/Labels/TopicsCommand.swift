import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Queries

/// Lists, adds, renames and removes topics.
struct TopicsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topics", abstract: "List, add, rename and remove topics.",
        subcommands: [List.self, Add.self, Rename.self, Remove.self], defaultSubcommand: List.self)

    struct List: ReadingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the topics in the order of their keys, with their sources and counts.",
            discussion: """
                The counts are those of the timeline with its filter on: hidden items are not counted, and a story from \
                several sources is counted once.

                Of the sources of a topic, the first five are named. --json prints the ids of all.
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        /// The most names of sources on a line. A list from another program has folders of a hundred.
        private static let maximumNames = 5

        func run(_ context: AppContext) async throws {
            try await context.matchStories()
            try await context.finishLabels()
            let counts = try await context.reader.labelCounts(in: TrackView(filter: .on, foldsStories: true))
            for topic in context.library.topicsByKey {
                let count = counts[topic.id] ?? TrackCounts()
                try output.form.print(JSONObject(topic, count), or: line(topic, count, context))
            }
            let wrong = try InvalidEntry.print(context.library.wrongTopics, of: "topic", as: output.form)
            if context.library.allTopics.isEmpty, wrong == 0 { output.form.inform(Message("noTopicsYet")) }
        }

        private func line(_ topic: Topic, _ counts: TrackCounts, _ context: AppContext) -> String {
            let names = context.library.distinctNames(of: topic.suppliers)
            var sources = context.library.sources.compactMap { names[$0.id] }
            let rest = sources.count - Self.maximumNames
            // The words for one more are no shorter than its name.
            if rest > 1 {
                sources.removeLast(rest)
                sources.append(Console.text(Message("andMore", ["count": .number(rest)])))
            }
            let parts =
                [topic.query?.naming(context.library.shownNames).description].compactMap(\.self) + sources
                + topic.languages.sorted().map { "lang:\($0)" }
            let count = Message("unreadOfTotal", ["unread": .number(counts.unread), "total": .number(counts.total)])
            return "\(topic.name)  \(Console.text(count))  \(parts.joined(separator: ", "))"
        }
    }

    struct Add: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a topic, or change the one with this name.",
            discussion: """
                A topic that is changed keeps what you do not give: its query, its languages, its sources, and whether it is \
                pinned. To put a source into a topic, use `fiber add URL --topic NAME`.
                """)

        static let requiresLibrary = true

        @OptionGroup var global: GlobalOptions

        @Option(name: .customLong("language"), help: "Only items in this language, such as en. Can be repeated.")
        var languages: [String] = []

        @Flag(help: "Put it before the topics that are not pinned, where topics have keys.")
        var pinned = false

        @OptionGroup var definition: LabelDefinition

        func validate() throws {
            for language in languages where LanguageTag.normalized(language).map(LanguageTag.isKnown) != true {
                throw ValidationError(Message("languageInvalid", ["language": .text(language)]))
            }
            guard try definition.query != nil || !languages.isEmpty || pinned else {
                throw ValidationError(Message("topicNeedsQuery"))
            }
        }

        func run(_ context: AppContext) async throws {
            let name = context.library.topicNames.known(definition.name) ?? definition.name
            let query = try definition.query.map { try ArgumentValue.query($0, isKept: true) }
            // If it is only pinned, a new topic would not last: it has no sources either.
            if query == nil, languages.isEmpty { _ = try context.topic(named: name) }
            let (tags, isPinned) = (Set(languages.compactMap(LanguageTag.normalized)), pinned)
            let edit: @Sendable (inout Topic) -> Void = { topic in
                if let query { topic.query = query }
                if !tags.isEmpty { topic.languages = tags }
                if isPinned { topic.isPinned = true }
            }
            var topic = Topic(name: name)
            edit(&topic)
            let (known, count) = try await LabelEditor(context).put(topic, orChange: edit)
            // The query may name the topic itself.
            if let query { try await context.withCurrentLibrary().warn(about: query) }
            var values: [String: Message.Argument] = [
                "count": .number(count), "tickets": .tickets(count), "topic": .text(name),
            ]
            guard let former = known else { return try Console.print(Message("topicIsAdded", values)) }
            values["former"] = .list(parts(of: former, context).map { .message($0) })
            try Console.print(Message("topicIsChanged", values))
        }

        /// Returns the definition of the topic before the change, with the number of its sources, which it keeps.
        private func parts(of topic: Topic, _ context: AppContext) -> [Message] {
            var parts = topic.definition(in: context.library).map { Message.verbatim($0) }
            if !topic.suppliers.isEmpty {
                parts.append(Message("topicSources", ["count": .number(topic.suppliers.count)]))
            }
            return parts.isEmpty ? [Message("topicWasEmpty")] : parts
        }
    }

    struct Rename: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Give a topic another name, also in the sources, rules and queries that name it.")

        @OptionGroup var global: GlobalOptions

        @OptionGroup var renaming: RenamingArguments

        func run(_ context: AppContext) async throws {
            let former = try await LabelEditor(context).renameTopic(named: renaming.name, to: renaming.new)
            try renaming.printRenaming(of: former)
        }
    }

    struct Remove: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove topics.",
            discussion: "The commands that bring them back, as the last ones, are printed.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The topics, by name.")
        var names: [String]

        func run(_ context: AppContext) async throws {
            for topic in try await LabelEditor(context).removeTopics(named: names) {
                try Console.print(message(about: topic, context))
                let commands = topic.restoringCommands(in: context.library)
                guard !commands.isEmpty else { continue }
                try Console.print(Message("topicComesBack", ["count": .number(commands.count)]))
                for command in commands { try Console.print("  " + command) }
            }
        }

        /// Returns what the topic was: its definition, and all sources that belonged to it.
        private func message(about topic: Topic, _ context: AppContext) -> Message {
            let definition = topic.definition(in: context.library).map { Message.Argument.text($0) }
            let removal =
                definition.isEmpty
                ? Message("topicIsRemoved", ["name": .text(topic.name)])
                : Message("topicIsRemovedWith", ["name": .text(topic.name), "former": .list(definition)])
            let names = context.library.distinctNames(of: topic.suppliers)
            let sources = context.library.sources.compactMap { names[$0.id].map { Message.Argument.text($0) } }
            guard !sources.isEmpty else { return removal }
            let loss = Message("topicLost", ["count": .number(sources.count), "sources": .list(sources)])
            return .sentences(removal, loss)
        }
    }
}

extension Topic {
    /// Returns the query and the languages as a user writes them.
    fileprivate func definition(in library: Library) -> [String] {
        [query?.naming(library.shownNames).description].compactMap(\.self) + languages.sorted().map { "lang:\($0)" }
    }

    /// Returns the command lines that make the topic again after its removal. There are none for a topic to which nothing can
    /// belong.
    ///
    /// - Parameter library: The library before the removal.
    fileprivate func restoringCommands(in library: Library) -> [String] {
        guard !isEmpty else { return [] }
        // A word that begins with a minus is an option unless it follows `=` or `--`.
        let option = name.hasPrefix("-") ? "--topic=" : "--topic "
        let sources = library.sources.filter { suppliers.contains($0.id) }
            .map { "fiber source set \($0.id.rawValue.shellWord) \(option)\(name.shellWord)" }
        let options = languages.sorted().map { "--language \($0)" } + (isPinned ? ["--pinned"] : [])
        guard query != nil || !options.isEmpty else { return sources }
        // The query has the ids of sources, so that it stays the same if sources change their names.
        let words = [name, query?.description].compactMap(\.self)
            .flatMap { $0.hasPrefix("-") ? ["--", $0.shellWord] : [$0.shellWord] }
        let adding = (["fiber topics add"] + options + words).joined(separator: " ")
        // A topic without a query or languages goes with its last source, so it needs one first.
        return query == nil && languages.isEmpty ? sources + [adding] : [adding] + sources
    }
}

extension JSONObject {
    /// Creates the JSON of a topic as `topics --json` prints it.
    fileprivate init(_ topic: Topic, _ counts: TrackCounts) {
        let sources = topic.suppliers.sorted().map(\.rawValue)
        self = [
            "type": "topic", "name": topic.name, "query": topic.query?.description, "sources": sources,
            "suppliers": sources, "languages": topic.languages.sorted(), "total": counts.total, "unread": counts.unread,
        ]
    }
}
