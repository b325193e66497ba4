public import EngineConcepts
import OrderedCollections
public import Queries

/// The topics and rules of a library.
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

    /// The topics in the file that are off because of an error.
    public var wrongTopics: [LibraryWarning] { warnings.filter { $0.table?.kind == .topic } }

    /// The rules in the file that are off because of an error.
    public var wrongRules: [LibraryWarning] { warnings.filter { $0.table?.kind == .rule } }

    /// Returns the topic in the file of this name.
    public func topic(_ name: String) -> Topic? { topics.first { $0.name == name } }

    /// Returns the rule of this name.
    public func rule(_ name: String) -> Rule? { rules.first { $0.name == name } }

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
        renamings.append(LabelRenaming(kind: .topic, former: former, name: topic.name))
    }

    /// Adds topics with queries as the last ones. One whose name belongs to a different topic gets a number after it, and one
    /// that is there already, with the same query, is not added again.
    ///
    /// - Returns: The names of these topics in the library, in the same order.
    public mutating func add(_ added: [Topic]) -> [String] {
        let all = allTopics
        var names = TopicNames(all.lazy.map(\.name))
        var known = all.keyed(by: \.name)
        var taken: [String] = []
        for var topic in added {
            let wanted = topic.name
            var number = 1
            while let name = names.known(topic.name), let other = known[name], other.query != topic.query {
                number += 1
                topic.name = "\(wanted) \(number)"
            }
            let name = names.adding(topic.name)
            taken.append(name)
            guard known[name] == nil else { continue }
            known[name] = topic
            topic.suppliers = []
            topics.append(topic)
        }
        return taken
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
        renamings.append(LabelRenaming(kind: .rule, former: former, name: rule.name))
    }

    public mutating func removeRule(_ name: String) {
        rules.removeAll { $0.name == name }
    }

    /// Restores the topics and rules of another library, including the topics of its sources. Everything else stays.
    public mutating func restoreLabels(of other: Library) {
        renamings += LabelRenaming.all(.topic, from: allTopics.map(\.name), to: other.allTopics.map(\.name))
        renamings += LabelRenaming.all(.rule, from: rules.map(\.name), to: other.rules.map(\.name))
        topics = other.topics
        rules = other.rules
        for index in followed.values.indices {
            guard let former = other.source(followed.values[index].id) else { continue }
            followed.values[index].topics = former.topics
        }
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
