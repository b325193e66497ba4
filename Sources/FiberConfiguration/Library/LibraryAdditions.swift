public import EngineConcepts
import Queries

/// The sources and topics that an import added to a library, so that undo can remove them.
public struct LibraryAdditions: Hashable, Sendable {
    /// The new sources.
    public let sources: [SupplierID]
    /// The topics that sources gained which were followed already.
    let sourceTopics: [SupplierID: [String]]
    /// The new entries of topics.
    let topics: [Topic]
    /// The names of the former entries of topics, in their order.
    let formerOrder: [String]

    /// True if there are none.
    public var isEmpty: Bool { sources.isEmpty && sourceTopics.isEmpty && topics.isEmpty }

    /// Compares a library with its former state.
    public init(to library: Library, since former: Library) {
        sources = library.sources.map(\.id).filter { former.source($0) == nil }
        sourceTopics = former.sources.reduce(into: [:]) { gained, before in
            let new = library.source(before.id)?.topics.filter { !before.topics.contains($0) } ?? []
            if !new.isEmpty { gained[before.id] = new }
        }
        formerOrder = former.topics.map(\.name)
        topics = library.topics.filter { topic in !former.topics.contains { $0.name == topic.name } }
    }
}

extension Library {
    /// Removes what an import added. Topics that have another query by now stay.
    public mutating func remove(_ additions: LibraryAdditions) {
        for id in additions.sources { remove(id) }
        for (id, names) in additions.sourceTopics {
            guard var known = source(id) else { continue }
            known.topics.removeAll { names.contains($0) }
            put(known)
        }
        topics.removeAll { topic in
            additions.topics.contains { $0.name == topic.name && $0.query == topic.query }
        }
        // To keep their numbers, former topics can have got other places.
        topics.arrange { additions.formerOrder.firstIndex(of: $0.name) }
    }
}
