public import EngineConcepts
import Queries
import WebText

/// The sources and topics that an import added to a library, so that undo can remove them.
public struct LibraryAdditions: Hashable, Sendable {
    /// The new sources.
    public private(set) var sources: [SupplierID]
    /// The topics that sources gained which were followed already.
    private(set) var sourceTopics: [SupplierID: [String]]
    /// The new entries of topics, also of those that keep the numbers of others.
    private(set) var topics: [Topic]
    /// The names of the former entries of topics, in their order.
    let formerOrder: [String]

    /// True if there are none.
    public var isEmpty: Bool { sources.isEmpty && sourceTopics.isEmpty && topics.isEmpty }

    /// The number of new topics with a query.
    public var queryTopicCount: Int { topics.count { $0.query != nil } }

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

    /// Adds what a later change of the same import added.
    public mutating func add(_ later: LibraryAdditions) {
        sources += later.sources
        sourceTopics.merge(later.sourceTopics) { $0 + $1 }
        topics += later.topics
    }
}

extension Library {
    /// Adds the sources of an import. Those that are followed already only gain topics.
    public mutating func add(_ imported: [SourceDescription]) {
        var places: [String: SupplierID] = sources.reduce(into: [:]) { places, source in
            places[SourceAddress.canonical(source.address)] = source.id
        }
        var names = topicNames
        for var source in imported {
            source.topics = source.topics.map { names.adding($0) }.uniqued()
            let place = SourceAddress.canonical(source.address)
            if var known = places[place].flatMap({ self.source($0) }) {
                known.topics += source.topics.filter { !known.topics.contains($0) }
                put(known)
            } else {
                // A list keeps its order, behind what is followed already.
                source.id = id(of: source)
                put(source)
                places[place] = source.id
            }
        }
    }

    /// Removes what an import added. Topics that were changed since stay.
    public mutating func remove(_ additions: LibraryAdditions) {
        for id in additions.sources { remove(id) }
        for (id, names) in additions.sourceTopics {
            guard var known = source(id) else { continue }
            known.topics.removeAll { names.contains($0) }
            put(known)
        }
        topics.removeAll(where: additions.topics.contains)
        // To keep their numbers, former topics can have got other places.
        topics.arrange { additions.formerOrder.firstIndex(of: $0.name) }
    }
}
