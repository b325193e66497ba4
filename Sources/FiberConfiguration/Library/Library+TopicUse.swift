public import EngineConcepts
import Queries

/// The use of topics by rules and by queries of other topics.
extension Library {
    /// Returns why topics cannot be removed together, or `nil` if they can: a rule is about one of them, or a query names one
    /// and would find nothing without it. A rule that hides what is outside a topic would then hide everything.
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

    /// Returns why a topic cannot have a name, or `nil` if it can: queries name the topic, and the new name cannot be written
    /// in a query.
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

    /// Returns the topics, apart from those `besides`, and the rules whose query meets a condition.
    private func users(besides removed: Set<String> = [], _ isUse: (Query) -> Bool) -> [Message.Argument] {
        let topics = topics.filter { topic in !removed.contains(topic.name) && topic.query.map(isUse) ?? false }
        let rules = rules.filter { rule in
            if case .query(let query) = rule.subject { isUse(query) } else { false }
        }
        return topics.map { .message(Message("userTopic", ["topic": .text($0.name)])) }
            + rules.map { .message(Message("userRule", ["rule": .text($0.name)])) }
    }
}

extension Message {
    /// The advice after a change that a rule prevents.
    static var changeRuleFirst: Message { Message("changeRuleFirst") }
}
