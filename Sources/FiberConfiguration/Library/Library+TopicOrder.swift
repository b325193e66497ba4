import EngineConcepts
public import Queries

/// The order of topics, which is that of the number keys. Topics that only sources name come after those in the file, so a
/// change may need to keep their order.
extension Library {
    /// All topics in the order of the number keys: pinned ones first.
    public var topicsByKey: [Topic] {
        let all = allTopics
        return all.filter(\.isPinned) + all.filter { !$0.isPinned }
    }

    /// Keeps the numbers of topics after a change of `former`: if a new topic would move others, those that only sources name
    /// are written to the file in their order, and the new one becomes the last. An automatic topic that lost all its sources
    /// is gone; one that the user wrote stays.
    public mutating func keepTopicNumbers(after former: Library) {
        let named = Set(sources.flatMap(\.topics))
        topics.removeAll {
            $0.isAutomatic && $0.query == nil && $0.languages.isEmpty && !named.contains($0.name)
        }
        let formerNumbers = Dictionary(uniqueKeysWithValues: former.allTopics.enumerated().map { ($1.name, $0) })
        let present = allTopics.map(\.name)
        let isPushedBack = present.enumerated()
            .contains { index, name in
                formerNumbers[name].map { $0 < index } ?? false
            }
        // A topic before others in the file was inserted there, for example by undo.
        let isPlaced = zip(topics, topics.dropFirst())
            .contains { formerNumbers[$0.name] == nil && formerNumbers[$1.name] != nil }
        guard isPushedBack, !isPlaced else { return }
        let kept = present.filter { formerNumbers[$0] != nil }
            .sorted { formerNumbers[$0, default: 0] < formerNumbers[$1, default: 0] }
        topics =
            kept.map { name in topic(name) ?? Topic(name: name, isAutomatic: true) }
            + topics.filter { formerNumbers[$0.name] == nil }
    }
}
