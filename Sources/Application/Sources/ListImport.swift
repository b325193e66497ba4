package import EngineConcepts
package import FeedParsing
package import FiberConfiguration
package import Queries
import Suppliers
import ViewModels
import WebText

/// The result of reading another feed reader's list of subscriptions.
package struct ListImport {
    /// The sources that can be followed.
    package private(set) var sources: [SourceDescription] = []
    /// Credentials from the list, by the names that the sources refer to.
    private var secrets: [String: String] = [:]
    /// Topics made from query feeds, each with its line in the list.
    package private(set) var topics: [(line: Int, topic: Topic)] = []
    /// Entries that could not be imported, and why.
    package private(set) var warnings: [Message]
    /// Entries that were left out on purpose: those that run a command or read a file.
    package private(set) var refusals: [Message] = []
    /// Notes on topics that got another name because theirs is that of a built-in view.
    private var renamings: [Message] = []

    /// Reads a list without requesting anything.
    ///
    /// - Parameter takesLocal: True to take sources that run a command or read a file of this machine. Lists come from
    ///   anywhere, newsboat's as well as OPML.
    package init(_ list: SubscriptionList, takesLocal: Bool) {
        warnings = list.warnings
        let names = Self.namesOfViews(in: list)
        var listed: [(subscription: Subscription, id: SupplierID)] = []
        for subscription in list.subscriptions {
            if !takesLocal, let access = SourceCatalog.standard.localAccess(of: subscription.address) {
                refusals += Self.refusals(of: subscription, for: access, in: list)
                continue
            }
            do throws(SupplierError) {
                let (source, offer) = try Self.source(of: subscription, topicNames: names)
                secrets.merge(offer?.secrets ?? [:]) { $1 }
                sources.append(source)
                listed.append((subscription, source.id))
            } catch {
                warnings += Self.locate(error.message, of: subscription, in: list)
            }
        }
        let translation = QueryFeedTranslation(sources: listed, topicNames: names)
        for feed in list.queries {
            do throws(QueryFeedTranslation.Failure) {
                let name = names[feed.name] ?? feed.name
                topics.append((feed.line, Topic(name: name, query: try translation.query(of: feed))))
            } catch {
                warnings.append(
                    Message(
                        "queryFeedLeftOut",
                        [
                            "line": .number(feed.line), "feed": .text(feed.name), "reason": .message(error.message),
                            "expression": .text(feed.expression),
                        ]))
            }
        }
        let used = Set(sources.flatMap(\.topics) + topics.map(\.topic.name))
        renamings = names.filter { used.contains($0.value) }.sorted { $0.key < $1.key }
            .map { Message("listTopicRenamed", ["topic": .text($0.key), "name": .text($0.value)]) }
    }

    /// Returns the topics of a list that have the name of a built-in view, with the names that they get instead.
    private static func namesOfViews(in list: SubscriptionList) -> [String: String] {
        let names = (list.subscriptions.flatMap(\.topics) + list.queries.map(\.name)).uniqued()
        return names.filter(BuiltInView.isNamed).reduce(into: [:]) { $0[$1] = "\($1) 2" }
    }

    /// Returns the source of an entry, and the credentials in its address.
    ///
    /// - Parameter topicNames: The names of topics that get another one.
    private static func source(
        of subscription: Subscription, topicNames: [String: String]
    ) throws(SupplierError) -> (source: SourceDescription, offer: AccessOffer?) {
        let (address, offer) = AccessOffer.taking(outOf: subscription.address)
        var source = try SourceCatalog.standard.source(at: address)
        source.access = offer?.access
        source.name = subscription.name
        source.topics = subscription.topics.map { topicNames[$0] ?? $0 }
        source.isPaused = subscription.isPaused
        source.page = subscription.page
        source.title = subscription.title
        source.attributes = subscription.attributes
        return (source, offer)
    }

    /// Returns the reason why a source that runs a command or reads a file of this machine was left out, for each line that
    /// names it.
    private static func refusals(
        of subscription: Subscription, for access: SourceKind.LocalAccess, in list: SubscriptionList
    ) -> [Message] {
        let address = Message.Argument.text(subscription.address)
        let reason =
            switch access {
            case .runsCommands: Message("listedCommand", ["address": address])
            case .readsFiles: Message("listedFile", ["address": address])
            }
        return locate(reason, of: subscription, in: list)
    }

    /// Returns the reason with each line that names the source, or alone if none is known.
    private static func locate(
        _ reason: Message, of subscription: Subscription, in list: SubscriptionList
    ) -> [Message] {
        let lines = list.lines(of: subscription)
        guard !lines.isEmpty else { return [reason] }
        return lines.map { Message("atLine", ["line": .number($0), "message": .message(reason)]) }
    }

    /// Follows all sources without requesting any of them.
    ///
    /// - Returns: The new sources and topics, notes on topics that got another name, and true if passwords of the list were
    ///   stored.
    package func follow(in followed: SourceService, _ labels: LabelService) async throws -> (
        additions: LibraryAdditions, notes: [Message], storesPasswords: Bool
    ) {
        let newSecrets = try newSecrets(beside: followed)
        try followed.saveSecrets(newSecrets)
        var additions = try await followed.follow(sources)
        guard !topics.isEmpty else { return (additions, renamings, !newSecrets.isEmpty) }
        let newTopics = resolvedTopics(in: try followed.file.read())
        let (before, after) = try await labels.update { _ = $0.add(newTopics) }
        additions.add(LibraryAdditions(to: after, since: before))
        // The topics exist by now, so adding them to a copy only returns their names.
        var library = after
        return (additions, renamings + notes(onNames: library.add(newTopics)), !newSecrets.isEmpty)
    }

    /// Returns the secrets of the list without those that sources have already: a list can be old, or of other people.
    private func newSecrets(beside followed: SourceService) throws -> [String: String] {
        let needed = try followed.neededSecrets()
        return try secrets.filter { name, _ in
            try !needed.contains(.stored(name)) || followed.secrets.value(named: name) == nil
        }
    }

    /// Returns the topics of query feeds, with the ids in their queries replaced by those of the sources in a library. A source
    /// gets another id if one that moved to another address has kept its id.
    private func resolvedTopics(in library: Library) -> [Topic] {
        let places = library.sources.reduce(into: [:]) { $0[SourceAddress.canonical($1.address)] = $1.id.rawValue }
        let ids: [SupplierID: String] = sources.reduce(into: [:]) { ids, source in
            ids[source.id] = places[SourceAddress.canonical(source.address)]
        }
        return topics.map { _, topic in
            var topic = topic
            topic.query = topic.query?.naming(ids)
            return topic
        }
    }

    /// Returns notes on query feeds whose topic got another name because theirs belongs to a different topic.
    private func notes(onNames names: [String]) -> [Message] {
        zip(topics, names)
            .compactMap { entry, name in
                guard name.lowercased() != entry.topic.name.lowercased() else { return nil }
                return Message(
                    "queryFeedRenamed",
                    ["line": .number(entry.line), "feed": .text(entry.topic.name), "topic": .text(name)])
            }
    }
}

extension [Message] {
    /// The messages about a list in the order of the lines that they name, and last those that name none.
    package var inOrderOfLines: [Message] { sorted { $0.line ?? .max < $1.line ?? .max } }
}

extension Message {
    /// The line of a list that the message names, the first one of several, or `nil` if it names none.
    fileprivate var line: Int? {
        let named = arguments["line"] ?? arguments["lines"]
        let first = if case .list(let lines) = named { lines.first } else { named }
        return if case .number(let line) = first { line } else { nil }
    }
}

extension MarkupError {
    /// Returns the warning about the syntax error in a list that was imported nevertheless.
    package func warning(onList file: Message.Argument) -> Message {
        Message(
            "listDamaged",
            ["file": file, "line": .number(line), "column": .number(column), "reason": .message(message)])
    }
}
