public import EngineConcepts
import Queries

/// The use of topics and sources by rules and by queries of topics.
extension Library {
    /// Returns the reason why topics cannot be removed together, or `nil` if they can: a rule is about one of them, or a
    /// query names one and would find nothing without it. A rule that hides what is outside a topic would then hide
    /// everything.
    public func refusal(ofRemoving names: Set<String>) -> Message? {
        let others = allTopics.map(\.name).filter { !names.contains($0) }
        if let needed = topicNeeded(beside: Set(others)) { return .sentences(needed, .changeRuleFirst) }
        for name in names.sorted() {
            let users = users(besides: names) { $0.depends(onTopic: name, beside: others) }
            guard users.isEmpty else {
                return .sentences(
                    Message("topicNamedByQueries", ["topic": .text(name), "users": .list(users)]),
                    Message("changeQueriesFirst"))
            }
        }
        return nil
    }

    /// Returns the reason why a topic cannot have a name, or `nil` if it can: queries name the topic, and the new name
    /// cannot be written in a query.
    public func refusal(ofRenaming former: String, to name: String) -> Message? {
        let users = users { $0.loses(topic: former, renamedTo: name) }
        guard !users.isEmpty else { return nil }
        return .sentences(
            Message("topicNamedByQueries", ["topic": .text(former), "users": .list(users)]),
            Message("nameNotForQueries", ["name": .text(name)]))
    }

    /// Returns the message about the first rule whose topic is not one of these, or `nil` if there is none.
    func topicNeeded(beside topics: Set<String>) -> Message? {
        for rule in rules {
            guard let topic = rule.topicNames.first(where: { !topics.contains($0) }) else { continue }
            return Message("topicNeededByRule", ["rule": .text(rule.name), "topic": .text(topic)])
        }
        return nil
    }

    /// Returns a warning for each name that finds nothing since sources of `former` were removed: of a source, or of a topic
    /// to which no source belongs now. Each warning says which topics and rules have the name.
    public func warnings(afterRemovalFrom former: Library) -> [Message] {
        let before = (topics: former.allTopics, sources: former.shownNames)
        let now = (topics: allTopics, sources: shownNames)
        func reasons(_ query: Query) -> [Message] {
            let known = query.warnings(on: before.topics, sources: before.sources)
            return query.warnings(on: now.topics, sources: now.sources).filter { !known.contains($0) }
        }
        var gone: [Message] = []
        for query in topics.compactMap(\.query) + rules.compactMap(\.query) {
            for reason in reasons(query) where !gone.contains(reason) { gone.append(reason) }
        }
        let ofQueries = gone.map { reason in (reason: reason, users: users { reasons($0).contains(reason) }) }
        let ofScopes = rules.compactMap { rule -> (reason: Message, users: [Message.Argument])? in
            guard case .supplier(let id) = rule.scope, source(id) == nil, let name = before.sources[id] else {
                return nil
            }
            return (Message("sourceMissing", ["source": .text(name)]), [rule.asUser])
        }
        return (ofQueries + ofScopes)
            .map { reason, users in
                Message("namedAfterRemoval", ["reason": .message(reason), "users": .list(users)])
            }
    }

    /// Returns the topics, apart from those `besides`, and the rules whose query meets a condition.
    private func users(besides removed: Set<String> = [], _ isUse: (Query) -> Bool) -> [Message.Argument] {
        let topics = topics.filter { topic in !removed.contains(topic.name) && topic.query.map(isUse) ?? false }
        return topics.map { .message(Message("userTopic", ["topic": .text($0.name)])) }
            + rules.filter { $0.query.map(isUse) ?? false }.map(\.asUser)
    }
}

extension Rule {
    /// The query of its subject, or `nil` if it is about what is off a topic.
    fileprivate var query: Query? { if case .query(let query) = subject { query } else { nil } }

    /// The rule in a list of users of a name.
    fileprivate var asUser: Message.Argument { .message(Message("userRule", ["rule": .text(name)])) }
}

extension Message {
    /// The advice after a change that a rule prevents.
    static var changeRuleFirst: Message { Message("changeRuleFirst") }
}
