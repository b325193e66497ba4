import EngineConcepts
import Queries

/// The topics whose names are paths as a tree: `Racing/F1` is in `Racing` if there is a topic of that name. Of several such
/// topics, the one with the longest name counts. Topics keep the user's order among those in the same topic.
nonisolated struct TopicNesting: Sendable {
    /// The topics in each topic, or in none.
    private var inner: [LabelID?: [Topic]] = [:]
    private var outer: [LabelID: LabelID] = [:]
    /// The sources of all topics in a topic, at any depth.
    private var innerSuppliers: [LabelID: Set<SupplierID>] = [:]

    init(_ topics: [Topic]) {
        let known = Set(topics.map(\.id))
        for topic in topics {
            let found = Self.outerNames(of: topic.name).map(Topic.label(named:)).first(where: known.contains)
            inner[found, default: []].append(topic)
            outer[topic.id] = found
        }
        for topic in topics {
            for outer in outers(of: topic.id) { innerSuppliers[outer, default: []].formUnion(topic.suppliers) }
        }
    }

    /// Returns the topics directly in a topic, or those that are in none.
    func topics(in topic: LabelID?) -> [Topic] { inner[topic] ?? [] }

    /// Returns the sources of the topics in a topic, at any depth.
    func suppliers(ofTopicsIn topic: LabelID) -> Set<SupplierID> { innerSuppliers[topic] ?? [] }

    /// Returns the topics in which a topic is, the innermost first.
    func outers(of topic: LabelID) -> [LabelID] {
        var outers: [LabelID] = []
        // Each name is shorter than the one before.
        while let next = outer[outers.last ?? topic] { outers.append(next) }
        return outers
    }

    /// Returns the name of a topic in the one where it is: `F1` for `Racing/F1`.
    func label(of topic: Topic) -> String {
        guard let outer = outer[topic.id],
            let name = Self.outerNames(of: topic.name).first(where: { Topic.label(named: $0) == outer })
        else { return topic.name }
        return String(topic.name.dropFirst(name.count + 1))
    }

    /// Returns the beginnings of a name that end before a slash, the longest first. The rest is not empty.
    private static func outerNames(of name: String) -> [String] {
        let slashes = name.indices.filter { name[$0] == "/" && name.index(after: $0) != name.endIndex }
        return slashes.reversed().map { String(name[..<$0]) }
    }
}
