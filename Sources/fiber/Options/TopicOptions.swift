import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Queries

/// Options of commands that can leave out the tickets of other topics.
struct TopicOptions: ParsableArguments {
    @Option(name: .customLong("topic"), help: "Only items of this topic. Can be repeated.")
    var names: [String] = []

    @Option(help: "With several topics: match any of them, or all.")
    var combine = CombinationChoice.any

    /// Returns the chosen topics, or `nil` for all tickets. Fails for a name that no topic has.
    func selection(in context: AppContext) throws -> TopicSelection? {
        let topics = Set(try names.map { try context.topic(named: $0).id })
        return topics.isEmpty ? nil : TopicSelection(topics, combine.combination)
    }
}

extension AppContext {
    /// Says on standard error which of the topics that a source now belongs to are new: a name may be misspelt.
    func inform(newTopics names: [String]) {
        let known = Set(library.allTopics.map(\.name))
        for name in names where !known.contains(name) {
            Console.inform(Message("topicIsCreated", ["name": .text(name)]))
        }
    }
}
