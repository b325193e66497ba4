public import EngineConcepts
import OrderedCollections
public import Queries
import TOMLKit
import WebText

/// The sources, topics and rules of a user, as `library.toml` holds them. Screens, commands and the user edit it.
///
/// A value: changes make a new library, which ``LibraryFile`` writes.
public struct Library: Equatable, Sendable {
    /// The sources by id, in the order of the file: a refresh of a thousand looks up each.
    private var followed: OrderedDictionary<SupplierID, SourceDescription>
    /// The accounts in the order of the file: the first is the one to post with.
    public internal(set) var accounts: [Account] = []
    /// The lists of notes on authors (`[[commentary]]`), in the order of the file.
    public internal(set) var commentary: [CommentaryList] = []
    /// The topics in the file, in its order, which is that of the number keys. Sources name their topics: see ``allTopics``.
    public internal(set) var topics: [Topic]
    /// The rules in the order of the file: the first of several that hide a ticket is named.
    public private(set) var rules: [Rule]
    /// The parts of the file that are ignored, with their positions: duplicate sources, invalid topics and rules, and unknown
    /// names.
    public private(set) var warnings: [LibraryWarning] = []

    /// The changes of names of topics and rules since the file was read. Their tables are edited instead of replaced.
    private(set) var renamings: [LabelRenaming] = []

    /// The text of the file that holds the library, or `nil` without a file.
    var text: String?

    /// Compares contents, without warnings.
    public static func == (lhs: Library, rhs: Library) -> Bool {
        lhs.sources == rhs.sources && lhs.accounts == rhs.accounts && lhs.topics == rhs.topics
            && lhs.rules == rhs.rules && lhs.commentary == rhs.commentary
    }

    public init(sources: [SourceDescription] = [], topics: [Topic] = [], rules: [Rule] = []) {
        followed = [:]
        self.topics = topics
        self.rules = rules
        list(sources)
    }

    /// The sources in the order of the file.
    public var sources: [SourceDescription] {
        followed.values.elements
    }

    /// Returns the source of this id.
    public func source(_ id: SupplierID) -> SourceDescription? {
        followed[id]
    }

    /// The names of all sources as rows show them.
    public var shownNames: [SupplierID: String] { sources.reduce(into: [:]) { $0[$1.id] = $1.shownName } }

    /// Returns the library for display: unnamed sources take their name from `ownNames`. Not to be written.
    public func named(by ownNames: [SupplierID: String]) -> Library {
        var library = self
        for (index, source) in sources.enumerated() where source.name == nil {
            library.followed.values[index].name = ownNames[source.id]
        }
        return library
    }

    /// Adds a source as the last one, or replaces the one with the same id at its place.
    public mutating func put(_ source: SourceDescription) {
        followed[source.id] = source
    }

    /// Replaces all sources, in this order.
    mutating func list(_ sources: [SourceDescription]) {
        followed = OrderedDictionary(sources.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Removes a source. An automatic topic that is left without sources keeps its entry until ``keepTopicNumbers(after:)``.
    ///
    /// - Returns: The source and its place, for ``restore(_:)``, or `nil` if there is no such source.
    @discardableResult
    public mutating func remove(_ id: SupplierID) -> RemovedSource? {
        guard let source = source(id) else { return nil }
        let removed = RemovedSource(source: source, order: sources.map(\.id), topics: topics)
        followed.removeValue(forKey: id)
        return removed
    }

    /// Brings a removed source back to its place, and its topics to theirs.
    public mutating func restore(_ removed: RemovedSource) {
        put(removed.source)
        arrange(removed.order)
        for (index, topic) in removed.topics.enumerated()
        where removed.source.topics.contains(topic.name) && self.topic(topic.name) == nil {
            topics.insert(topic, at: min(index, topics.count))
        }
    }

    init(_ file: TOMLFile, kinds: SourceKinds?) throws(ConfigurationError) {
        text = file.text
        followed = [:]
        topics = []
        rules = []
        var knownAddresses: [String: SupplierID] = [:]
        for table in try SourceTable.all(in: file) { try take(table, kinds: kinds, knownAddresses: &knownAddresses) }
        takeAll(AccountTable.kind, in: file, else: Message("accountOff")) { library, entry throws(ConfigurationError) in
            try library.take(AccountTable(entry: entry))
        }
        // Unlike a source, an invalid topic or rule is left out, and everything else works.
        takeAll(TopicTable.kind, in: file, else: Message("topicOff")) { library, entry throws(ConfigurationError) in
            try library.take(TopicTable(entry: entry), kinds)
        }
        let topicNames = nonemptyTopics
        var ruleNames: Set<String> = []
        takeAll(RuleTable.kind, in: file, else: Message("ruleOff")) { library, entry throws(ConfigurationError) in
            try library.take(RuleTable(entry: entry), kinds: kinds, topicNames: topicNames, names: &ruleNames)
        }
        takeAll(CommentaryTable.kind, in: file, else: Message("commentaryOff")) {
            library, entry throws(ConfigurationError) in
            try library.take(CommentaryTable(entry: entry))
        }
        for name in file.root.keys where !UnknownLibraryContent.knownKeys.keys.contains(name) {
            let position = file.position(ofTable: name) ?? file.position(ofKey: name, in: nil)
            let message = Message("tableIgnored", ["name": .text(name)])
            warnings.append(LibraryWarning(position.locate(message, in: file.path)))
        }
    }

    /// Adds the entries of an array; an invalid one becomes a warning with its consequence.
    private mutating func takeAll(
        _ kind: String, in file: TOMLFile, else consequence: Message,
        _ take: (inout Library, TableEntry) throws(ConfigurationError) -> Void
    ) {
        TableEntry.readAll(kind, in: file, consequence: consequence) { error, entry in
            warnings.append(LibraryWarning(error, about: entry))
        } read: { entry throws(ConfigurationError) in
            try take(&self, entry)
        }
    }

    /// Adds a source. `knownAddresses` holds the sources before it, by canonical address.
    private mutating func take(
        _ table: SourceTable, kinds: SourceKinds?, knownAddresses: inout [String: SupplierID]
    ) throws(ConfigurationError) {
        let entry = table.entry
        let source = try table.source(kinds)
        warnings += entry.unknownKeys(beside: SourceTable.keys)
        if source.shownAddress != source.address {
            warnings.append(entry.warning("url", Message("passwordInAddress")))
        }
        guard followed[source.id] == nil else {
            return warnings.append(entry.warning("id", Message("sourceDoubled", ["id": .text(source.id.rawValue)])))
        }
        let address = SourceAddress.canonical(source.address)
        if let other = knownAddresses[address] {
            warnings.append(entry.warning("url", Message("addressDoubled", ["id": .text(other.rawValue)])))
        }
        knownAddresses[address] = source.id
        followed[source.id] = source
    }

    private mutating func take(_ table: AccountTable) throws(ConfigurationError) {
        let entry = table.entry
        let account = try table.account()
        warnings += entry.unknownKeys(beside: AccountTable.keys)
        guard self.account(account.id) == nil else {
            throw entry.error("id", Message("accountDoubled", ["id": .text(account.id)]))
        }
        accounts.append(account)
    }

    private mutating func take(_ table: CommentaryTable) throws(ConfigurationError) {
        let entry = table.entry
        let list = try table.list()
        warnings += entry.unknownKeys(beside: CommentaryTable.keys)
        guard !commentary.contains(where: { $0.name == list.name }) else {
            throw entry.error("name", Message("commentaryDoubled", ["name": .text(list.name)]))
        }
        guard commentary.count < CommentaryList.maximumCount else {
            throw entry.error("name", Message("commentaryTooMany", ["limit": .number(CommentaryList.maximumCount)]))
        }
        commentary.append(list)
    }

    private mutating func take(_ table: TopicTable, _ kinds: SourceKinds?) throws(ConfigurationError) {
        let entry = table.entry
        let topic = try table.topic(kinds)
        warnings += entry.unknownKeys(beside: TopicTable.keys)
        guard self.topic(topic.name) == nil else {
            throw entry.error("name", Message("topicDoubled", ["topic": .text(topic.name)]))
        }
        topics.append(topic)
    }

    /// Adds a rule. `names` holds those of the rules before it.
    private mutating func take(
        _ table: RuleTable, kinds: SourceKinds?, topicNames: Set<String>, names: inout Set<String>
    ) throws(ConfigurationError) {
        let entry = table.entry
        let rule = try table.rule(kinds)
        // Without a misspelt scope or end, a rule would hide too much.
        if let unknown = entry.unknownKey(beside: RuleTable.keys) { throw unknown }
        guard !names.contains(rule.name) else {
            throw entry.error("name", Message("ruleDoubled", ["rule": .text(rule.name)]))
        }
        if case .offTopic(let name) = rule.subject, !topicNames.contains(name) {
            throw entry.error("off-topic", absence(ofTopic: name))
        }
        switch rule.scope {
        case .topic(let name) where !topicNames.contains(name):
            throw entry.error("topic", absence(ofTopic: name))
        case .supplier(let id) where source(id) == nil:
            warnings.append(entry.warning("source", Message("ruleSourceMissing", ["id": .text(id.rawValue)])))
        case .everywhere, .topic, .supplier: break
        }
        names.insert(rule.name)
        rules.append(rule)
    }

    /// The topics in the file that are off because of an error.
    public var wrongTopics: [LibraryWarning] { warnings.filter { $0.table?.kind == TopicTable.kind } }

    /// The rules in the file that are off because of an error.
    public var wrongRules: [LibraryWarning] { warnings.filter { $0.table?.kind == RuleTable.kind } }

    /// Returns the reason that there is no topic of this name, or that it is empty.
    private func absence(ofTopic name: String) -> Message {
        if topic(name) != nil { return Message("topicIsEmpty", ["topic": .text(name)]) }
        let isOff = wrongTopics.contains { $0.name == name }
        return isOff
            ? Message("topicIsOff", ["topic": .text(name)]) : Message("topicMissing", ["topic": .text(name)])
    }
}

extension Library {
    /// All topics with their sources: those in the file, then those that only sources name, in the order of the sources.
    /// See ``keepTopicNumbers(after:)`` for their numbers.
    public var allTopics: [Topic] {
        var members: OrderedDictionary<String, Set<SupplierID>> = [:]
        for source in sources {
            for name in source.topics where LabelName.isUsable(name) { members[name, default: []].insert(source.id) }
        }
        let described = topics.map { topic in
            var whole = topic
            whole.suppliers = members.removeValue(forKey: topic.name) ?? []
            return whole
        }
        return described + members.map { Topic(name: $0.key, suppliers: $0.value) }
    }

    /// The names of the topics to which anything can belong. A rule about items outside another would hide everything.
    var nonemptyTopics: Set<String> { Set(allTopics.lazy.filter { !$0.isEmpty }.map(\.name)) }

    /// The names of the topics to which sources belong, of those that belong to any.
    public var sourceTopics: [SupplierID: [String]] {
        sources.reduce(into: [:]) { topics, source in if !source.topics.isEmpty { topics[source.id] = source.topics } }
    }

    /// Returns the topic in the file of this name.
    public func topic(_ name: String) -> Topic? {
        topics.first { $0.name == name }
    }

    /// Returns the rule of this name.
    public func rule(_ name: String) -> Rule? {
        rules.first { $0.name == name }
    }

    /// Adds a topic as the last one, or replaces the one called `former` or else the one with the same name. One whose name
    /// differs only in case is replaced too, and keeps its name. Sources of `former` move to the topic, and rules and queries
    /// that name `former` name it.
    public mutating func put(_ topic: Topic, replacing former: String? = nil) {
        var topic = topic
        if former == nil, let known = topicNames.known(topic.name) { topic.name = known }
        let others = allTopics.map(\.name).filter { $0 != former }
        var described = topic
        described.suppliers = []
        let isForSources = topic.query == nil && topic.languages.isEmpty
        if let index = topics.firstIndex(where: { $0.name == former ?? topic.name }) {
            described.isAutomatic = topics[index].isAutomatic && isForSources
            topics[index] = described
        } else if !isForSources || topic.isPinned {
            described.isAutomatic = isForSources
            topics.append(described)
        }
        guard let former, former != topic.name else { return }
        for index in followed.values.indices {
            followed.values[index].topics = followed.values[index].topics.map { $0 == former ? topic.name : $0 }
        }
        for index in topics.indices {
            topics[index].query = topics[index].query?.renaming(topic: former, to: topic.name, beside: others)
        }
        for index in rules.indices { rules[index].rename(topic: former, to: topic.name, beside: others) }
        renamings.append(LabelRenaming(kind: TopicTable.kind, former: former, name: topic.name))
    }

    /// Removes a topic and its name from sources. See ``refusal(ofRemoving:)``.
    public mutating func removeTopic(_ name: String) {
        topics.removeAll { $0.name == name }
        for index in followed.values.indices { followed.values[index].topics.removeAll { $0 == name } }
    }

    /// Adds a rule as the last one, or replaces the one called `former` or else the one with the same name.
    public mutating func put(_ rule: Rule, replacing former: String? = nil) {
        rules.put(rule) { $0.name == former ?? rule.name }
        guard let former, former != rule.name else { return }
        renamings.append(LabelRenaming(kind: RuleTable.kind, former: former, name: rule.name))
    }

    public mutating func removeRule(_ name: String) {
        rules.removeAll { $0.name == name }
    }

    /// Restores the topics and rules of another library, including the topics of its sources. Everything else stays.
    public mutating func restoreLabels(of other: Library) {
        renamings += LabelRenaming.all(TopicTable.kind, from: allTopics.map(\.name), to: other.allTopics.map(\.name))
        renamings += LabelRenaming.all(RuleTable.kind, from: rules.map(\.name), to: other.rules.map(\.name))
        topics = other.topics
        rules = other.rules
        for index in followed.values.indices {
            guard let former = other.source(followed.values[index].id) else { continue }
            followed.values[index].topics = former.topics
        }
    }
}

extension Array {
    /// Replaces the first element that meets a condition, or adds the new one as the last.
    mutating func put(_ new: Element, where isSame: (Element) -> Bool) {
        if let index = firstIndex(where: isSame) { self[index] = new } else { append(new) }
    }

    /// Sorts the elements that have a rank among their own places; others stay where they are.
    mutating func arrange(by rank: (Element) -> Int?) {
        let places = indices.filter { rank(self[$0]) != nil }
        let arranged = places.map { self[$0] }.sorted { rank($0) ?? 0 < rank($1) ?? 0 }
        for (place, element) in zip(places, arranged) { self[place] = element }
    }
}

extension Rule {
    fileprivate mutating func rename(topic former: String, to name: String, beside others: [String]) {
        switch subject {
        case .offTopic(former): subject = .offTopic(name)
        case .query(let query): subject = .query(query.renaming(topic: former, to: name, beside: others))
        case .offTopic: break
        }
        if scope == .topic(former) { scope = .topic(name) }
    }
}
