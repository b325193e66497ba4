import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Queries

/// Options of commands that describe a rule beside its query.
struct RuleOptions: ParsableArguments {
    @Option(help: "The effect.")
    var effect = LabelEffect.hide

    @Option(help: "Only for items of this topic.")
    var topic: String?

    @Option(name: .source, help: "Only for items of this source, by name or id.")
    var source: String?

    @Option(help: "For items that do not belong to this topic, instead of a query.")
    var offTopic: String?

    @Option(
        help: "Apply the rule only until this time ahead (RFC 3339, 2026-11-23, 2026-11-23 14:05, 14:05, 2d).",
        transform: ArgumentValue.timeAhead)
    var until: Timestamp?

    func validate() throws {
        guard topic == nil || source == nil else {
            throw ValidationError(Message("topicOrSource"))
        }
    }

    /// Returns the rule that a query and the options describe. Throws if they name an unknown topic or source, or a past time.
    func rule(named name: String, about query: String, in context: AppContext) async throws -> Rule {
        let subject: Rule.Subject =
            if let offTopic {
                .offTopic(try context.topic(named: offTopic).name)
            } else {
                .query(try ArgumentValue.query(query, isKept: true))
            }
        if case .query(let query) = subject { await context.warn(about: query) }
        var scope = Rule.Scope.everywhere
        if let topic { scope = .topic(try context.topic(named: topic).name) }
        if let source { scope = .supplier(try await context.source(named: source).id) }
        if let until, until <= context.time.now() {
            throw CommandFailure(.usage, Message("untilIsPast", ["time": .time(until)]))
        }
        return Rule(name: name, subject: subject, effect: effect, scope: scope, expires: until)
    }
}
