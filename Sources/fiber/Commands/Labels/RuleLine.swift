import Application
import EngineConcepts
import FiberConfiguration
import Queries

/// A rule as `rules` prints it.
struct RuleLine {
    let rule: Rule
    let count: Int
    let context: AppContext

    private var isExpired: Bool { rule.expires.map { $0 <= context.time.now() } ?? false }

    /// The effect, the subject, the scope and the term in words.
    var parts: [String] {
        var parts = [Console.text(Message("effect.\(rule.effect.rawValue)"))]
        switch rule.subject {
        case .query(let query): parts.append(query.naming(context.library.shownNames).description)
        case .offTopic(let name): parts.append(Console.text(Message("ruleOffTopic", ["0": .text(name)])))
        }
        switch rule.scope {
        case .everywhere: break
        case .topic(let name): parts.append(Console.text(Message("scopeTopic", ["0": .text(name)])))
        case .supplier(let id):
            let name = context.library.shownName(of: id)
            parts.append(Console.text(Message("scopeSource", ["0": .text(name)])))
        }
        if let until = rule.expires { parts.append(Console.text(Message("termUntil", ["0": .time(until)]))) }
        return parts
    }

    /// The rule in words, with its name and state.
    var text: String {
        let state: Message.Argument =
            !rule.isEnabled
            ? .message(Message("ruleIsOff")) : isExpired ? .message(Message("ruleExpired")) : .tickets(count)
        return ([rule.name] + parts + [Console.text(Message("ruleState", ["state": state]))]).joined(separator: "  ")
    }

    var json: JSONObject {
        let source: SupplierID? = if case .supplier(let id) = rule.scope { id } else { nil }
        let topic: String? = if case .topic(let name) = rule.scope { name } else { nil }
        let query: Query? = if case .query(let query) = rule.subject { query } else { nil }
        let offTopic: String? = if case .offTopic(let name) = rule.subject { name } else { nil }
        return [
            "type": "rule", "name": rule.name, "query": query?.description, "offTopic": offTopic,
            "effect": rule.effect.rawValue, "topic": topic, "source": source?.rawValue, "supplier": source?.rawValue,
            "until": rule.expires?.rfc3339, "enabled": rule.isEnabled, "expired": isExpired, "count": count,
        ]
    }
}
