package import EngineConcepts
import FiberConfiguration
package import Queries
import Storage
import ViewModels

/// Changes topics and rules for commands, and waits until the stored tickets have their labels.
///
/// All names are looked up before any change, and what has them is changed as it is in the file by then. Each function throws
/// a ``CommandFailure`` if a topic or rule does not exist, or the library refuses the change.
package struct LabelEditor {
    private let context: AppContext

    package init(_ context: AppContext) { self.context = context }

    /// Adds a topic, or applies `edit` to the one with its name. Returns the former topic, or `nil` if it is new, and the
    /// number of its tickets.
    package func put(
        _ topic: Topic, orChange edit: @escaping @Sendable (inout Topic) -> Void
    ) async throws -> (former: Topic?, count: Int) {
        if context.library.topicNames.known(topic.name) == nil { try context.refuseView(topic.name) }
        let (before, _) = try await change { library in
            let name = library.topicNames.known(topic.name)
            guard var known = library.allTopics.first(where: { $0.name == name }) else { return library.put(topic) }
            edit(&known)
            library.put(known)
        }
        let name = before.topicNames.known(topic.name)
        let label = Topic.label(named: name ?? topic.name)
        let count = try await context.reader.counts(in: TrackView(topics: TopicSelection([label]))).total
        return (before.allTopics.first { $0.name == name }, count)
    }

    /// Adds a rule, or applies `edit` to the one with its name. Returns the former rule if it was another one, or `nil`, the
    /// rule as it is now, and the number of tickets to which it applies.
    package func put(
        _ rule: Rule, orChange edit: @escaping @Sendable (inout Rule) -> Void
    ) async throws -> (former: Rule?, present: Rule, count: Int) {
        let (before, after) = try await change { library in
            guard var known = library.rule(rule.name) else { return library.put(rule) }
            edit(&known)
            library.put(known)
        }
        let present = after.rule(rule.name) ?? rule
        let count = present.count(in: try await context.reader.labelCounts(in: .all))
        return (before.rules.first { $0.name == rule.name && $0 != present }, present, count)
    }

    /// Renames a topic, also where it is named. Returns its former name.
    package func renameTopic(named name: String, to new: String) async throws -> String {
        let library = context.library
        let former = try context.topic(named: name).name
        if let refusal = library.refusal(ofRenaming: former, to: new) { throw CommandFailure(refusal) }
        let others = TopicNames(library.allTopics.lazy.map(\.name).filter { $0 != former })
        if let taken = others.known(new) { throw CommandFailure(Message("nameTaken", ["0": .text(taken)])) }
        if new != former { try context.refuseView(new) }
        try await change { library in
            guard var topic = library.allTopics.first(where: { $0.name == former }) else { return }
            topic.name = new
            library.put(topic, replacing: former)
        }
        try await Preferences.rename(topic: Topic.label(named: former), to: Topic.label(named: new), in: context.store)
        return former
    }

    /// Renames a rule. Returns its former name.
    package func renameRule(named name: String, to new: String) async throws -> String {
        let former = try context.rule(named: name).name
        if new != former, context.library.rules.contains(where: { $0.name == new }) {
            throw CommandFailure(Message("nameTaken", ["0": .text(new)]))
        }
        try await change { library in
            guard var rule = library.rule(former) else { return }
            rule.name = new
            library.put(rule, replacing: former)
        }
        return former
    }

    /// Removes topics. Returns them as they were.
    package func removeTopics(named names: [String]) async throws -> [Topic] {
        let topics = try names.map { try context.topic(named: $0) }.uniqued(by: \.name)
        let refusal = context.library.refusal(ofRemoving: Set(topics.map(\.name)))
        if let refusal { throw CommandFailure(refusal) }
        try await change { library in topics.forEach { library.removeTopic($0.name) } }
        return topics
    }

    /// Removes rules. Returns their names.
    package func removeRules(named names: [String]) async throws -> [String] {
        let found = try names.map { try context.rule(named: $0).name }.uniqued()
        try await change { library in found.forEach { library.removeRule($0) } }
        return found
    }

    /// Turns rules on or off. Returns their names.
    package func setRules(named names: [String], enabled isEnabled: Bool) async throws -> [String] {
        let found = try names.map { try context.rule(named: $0).name }.uniqued()
        try await change { library in
            for name in found {
                guard var rule = library.rule(name) else { continue }
                rule.isEnabled = isEnabled
                library.put(rule)
            }
        }
        return found
    }

    /// Changes the library, and waits until the stored tickets have their labels. Returns the library before and
    /// after.
    @discardableResult
    private func change(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library) {
        let libraries = try await context.labels.update(change)
        try await context.finishLabels()
        return libraries
    }
}

extension Rule {
    /// Returns the number of tickets to which the rule applies, without those that the user un-hid.
    ///
    /// - Parameter counts: The counts of all labels.
    package func count(in counts: [LabelID: TrackCounts]) -> Int {
        guard let counts = counts[id] else { return 0 }
        return effect == .hide ? counts.hidden : counts.total
    }
}
