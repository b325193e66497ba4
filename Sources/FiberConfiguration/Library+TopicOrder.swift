import EngineConcepts
import Queries

/// The order of topics, which is that of the number keys. Topics that only sources name stand behind those that the file
/// describes, so a new one would come between: whoever changes a library has the order of what was there kept.
extension Library {
    /// Keeps the numbers of topics after a change of `former`: where a new topic would push others back, those that only
    /// sources name are described from now on, each in its place, and the new one is the last. A topic to which nothing
    /// belongs any more, since it had nothing but sources, is gone.
    public mutating func settleTopics(after former: Library) {
        let named = Set(sources.flatMap(\.topics))
        topics.removeAll { $0.query == nil && $0.languages.isEmpty && !named.contains($0.name) }
        let places = Dictionary(uniqueKeysWithValues: former.allTopics.enumerated().map { ($1.name, $0) })
        let present = allTopics.map(\.name)
        let isPushedBack = present.enumerated()
            .contains { index, name in
                places[name].map { $0 < index } ?? false
            }
        // One that stands before others that are described was put there, as by undo: where it stood before.
        let isPlaced = zip(topics, topics.dropFirst()).contains { places[$0.name] == nil && places[$1.name] != nil }
        guard isPushedBack, !isPlaced else { return }
        let kept = present.filter { places[$0] != nil }.sorted { places[$0, default: 0] < places[$1, default: 0] }
        topics = kept.map { name in topic(name) ?? Topic(name: name) } + topics.filter { places[$0.name] == nil }
    }
}
