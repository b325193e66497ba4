import EngineConcepts
import Queries

/// A `[[rule]]` of `library.toml`. The first rule that hides a ticket is named, so their order counts.
struct RuleTable {
    let entry: TableEntry

    static let keys: Set<String> = ["name", "query", "off-topic", "effect", "topic", "source", "until", "enabled"]
    /// The keys whose value is a topic.
    static let topicKeys: Set<String> = ["off-topic", "topic"]

    func rule(_ kinds: SourceKinds?) throws(ConfigurationError) -> Rule {
        Rule(
            name: try entry.name(), subject: try subject(kinds), effect: try entry.choice("effect") ?? .hide,
            scope: try scope(),
            expires: try entry.moment("until"), isEnabled: try entry.flag("enabled") ?? true)
    }

    private func subject(_ kinds: SourceKinds?) throws(ConfigurationError) -> Rule.Subject {
        switch (try entry.query("query", kinds), try entry.text("off-topic")) {
        case (let query?, nil): return .query(query)
        case (nil, let topic?): return .offTopic(topic)
        case (nil, nil):
            throw entry.error("name", Message("ruleHasNoQuery"))
        case (_?, _?): throw entry.error("off-topic", Message("ruleQueryAndOffTopic"))
        }
    }

    private func scope() throws(ConfigurationError) -> Rule.Scope {
        switch (try entry.text("topic"), try entry.text("source")) {
        case (nil, nil): return .everywhere
        case (let topic?, nil): return .topic(topic)
        case (nil, let source?): return .supplier(SupplierID(source))
        case (_?, _?): throw entry.error("source", Message("ruleTopicAndSource"))
        }
    }

    static func lines(of rule: Rule) -> [TableBlock.Line] {
        var lines = [(key: "name", value: TOMLWriter.quoted(rule.name))]
        switch rule.subject {
        case .query(let query): lines.append(("query", TOMLWriter.quoted(query.description)))
        case .offTopic(let topic): lines.append(("off-topic", TOMLWriter.quoted(topic)))
        }
        lines.append(("effect", TOMLWriter.quoted(rule.effect.rawValue)))
        switch rule.scope {
        case .everywhere: break
        case .topic(let topic): lines.append(("topic", TOMLWriter.quoted(topic)))
        case .supplier(let source): lines.append(("source", TOMLWriter.quoted(source.rawValue)))
        }
        if let expires = rule.expires { lines.append(("until", expires.rfc3339)) }
        if !rule.isEnabled { lines.append(("enabled", "false")) }
        return lines
    }
}
