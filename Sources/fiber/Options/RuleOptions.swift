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

    /// Returns the rule that a query and the options describe. Throws if they name an unknown topic or source, or a past time.
    ///
    /// - Parameters:
    ///   - query: The text of the query, or `nil` if none is given.
    ///   - former: The rule to change, or `nil` for a new one. What is not given stays as it is there, except an end that is
    ///     past.
    func rule(
        named name: String, about query: String?, changing former: Rule? = nil, in context: AppContext
    ) async throws -> Rule {
        let subject: Rule.Subject
        if let offTopic {
            subject = .offTopic(try context.topic(named: offTopic).name)
        } else if let text = query {
            let query = try ArgumentValue.query(text, isKept: true)
            await context.warn(about: query)
            subject = .query(query)
        } else if let former {
            subject = former.subject
        } else {
            throw ValidationError(Message("ruleNeedsQuery", ["name": .text(name)]))
        }
        var scope = former?.scope ?? .everywhere
        if let topic { scope = .topic(try context.topic(named: topic).name) }
        if let source { scope = .supplier(try await context.source(named: source).id) }
        let now = context.time.now()
        if let until, until <= now { throw CommandFailure(.usage, Message("untilIsPast", ["time": .time(until)])) }
        let formerEnd = former?.expires.flatMap { $0 > now ? $0 : nil }
        return Rule(
            name: name, subject: subject, effect: effect ?? former?.effect ?? .hide, scope: scope,
            expires: until ?? formerEnd, isEnabled: former?.isEnabled ?? true)
    }
}
