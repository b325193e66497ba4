public import EngineConcepts
import OrderedCollections
public import Queries
import WebText

/// The sources, topics and rules of a user, as `library.toml` holds them. Screens, commands and the user edit it.
///
/// A value: changes make a new library, which ``LibraryFile`` writes.
public struct Library: Equatable, Sendable {
    /// The sources by id, in the order of the file: a refresh of a thousand looks up each.
    private var followed: OrderedDictionary<SupplierID, SourceDescription> = [:]
    /// The accounts in the order of the file: the first is the one to post with.
    public internal(set) var accounts: [Account] = []
    /// The lists of notes on authors (`[[commentary]]`), in the order of the file.
    public internal(set) var commentary: [CommentaryList] = []
    /// The topics in the file, in its order, which is that of the number keys. Sources name their topics: see ``allTopics``.
    public internal(set) var topics: [Topic] = []
    /// The rules in the order of the file: the first of several that hide a ticket is named.
    public internal(set) var rules: [Rule] = []
    /// The parts of the file that are ignored, with their positions: duplicate sources, invalid topics and rules, and unknown
    /// names.
    public internal(set) var warnings: [LibraryWarning] = []
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
        self.topics = topics
        self.rules = rules
        self.sources = sources
    }

    /// The sources in the order of the file.
    public internal(set) var sources: [SourceDescription] {
        get { followed.values.elements }
        set { followed = OrderedDictionary(newValue.map { ($0.id, $0) }) { first, _ in first } }
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

    /// Sorts the given sources among their own places; others stay where they are.
    public mutating func arrange(_ order: [SupplierID]) {
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        sources.arrange { ranks[$0.id] }
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

extension Library {
    /// Returns the account of this identity.
    public func account(_ id: String) -> Account? {
        accounts.first { $0.id == id }
    }

    /// Adds an account as the last one, or replaces the one with the same identity.
    public mutating func put(_ account: Account) {
        accounts.put(account) { $0.id == account.id }
    }

    /// Removes an account. Its sources stay.
    public mutating func removeAccount(_ id: String) {
        accounts.removeAll { $0.id == id }
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
