import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Queries

/// Options of commands that describe a rule beside its query.
struct RuleOptions: ParsableArguments {
    @Option(help: "The effect. Default: hide.")
    var effect: LabelEffect?

    @Option(help: "Only for items of this topic.")
    var topic: String?

    @Option(help: "Only for items of this source, by name or id.")
    var source: String?

    @Option(help: "For items that do not belong to this topic, instead of a query.")
    var offTopic: String?

    @Option(
        help: "Apply the rule only until this time ahead (RFC 3339, 2026-11-23, 2026-11-23 14:05, 14:05, 2d).",
        transform: ArgumentValue.timeAhead)
    var until: Timestamp?

    func validate() throws {
        guard topic == nil || source == nil else { throw ValidationError(Message("topicOrSource")) }
    }

    /// Returns what a query and the options say about a rule. Throws if they name an unknown topic or source, or a past time.
    ///
    /// - Parameter query: The text of the query, or `nil` if none is given.
    func edit(about query: String?, in context: AppContext) async throws -> RuleEdit {
        var edit = RuleEdit(effect: effect, expires: until, now: context.time.now())
        if let offTopic {
            edit.subject = .offTopic(try context.topic(named: offTopic).name)
        } else if let text = query {
            let query = try ArgumentValue.query(text, isKept: true)
            await context.warn(about: query)
            edit.subject = .query(query)
        }
        if let topic { edit.scope = .topic(try context.topic(named: topic).name) }
        if let source { edit.scope = .supplier(try await context.source(named: source).id) }
        if let until, until <= edit.now {
            throw CommandFailure(.usage, Message("untilIsPast", ["time": .time(until)]))
        }
        return edit
    }
}

/// The parts of a rule that a command gives; `nil` for those that stay.
struct RuleEdit: Sendable {
    var subject: Rule.Subject?
    var effect: LabelEffect?
    var scope: Rule.Scope?
    var expires: Timestamp?
    /// The time of the command. A former end before it is dropped.
    let now: Timestamp

    /// Returns the edited rule. Throws for a new one without a subject.
    ///
    /// - Parameter former: The rule to change, or `nil` for a new one.
    func rule(named name: String, from former: Rule?) throws -> Rule {
        guard let subject = subject ?? former?.subject else {
            throw ValidationError(Message("ruleNeedsQuery", ["name": .text(name)]))
        }
        var rule = former ?? Rule(name: name, subject: subject)
        apply(to: &rule)
        return rule
    }

    func apply(to rule: inout Rule) {
        rule.subject = subject ?? rule.subject
        rule.effect = effect ?? rule.effect
        rule.scope = scope ?? rule.scope
        rule.expires = expires ?? rule.expires.flatMap { $0 > now ? $0 : nil }
    }
}
