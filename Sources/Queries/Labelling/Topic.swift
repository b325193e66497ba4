public import EngineConcepts

/// A named set of tickets: those that match a query, and everything from some sources.
public struct Topic: Hashable, Sendable, Identifiable {
    public var name: String
    /// The query, whatever the source, or `nil` for a topic of sources only.
    public var query: Query?
    /// The sources whose tickets all belong to it, such as those of an OPML folder.
    public var suppliers: Set<SupplierID>
    /// The languages as BCP 47 tags in lower case; empty for all. A ticket of an unknown language belongs too, unless the
    /// topic has neither a query nor sources.
    public var languages: Set<String>
    /// True if it comes before the topics that are not pinned, where topics have digits.
    public var isPinned: Bool
    /// True if Fiber described it for its sources alone, so that it goes with the last of them.
    public var isAutomatic: Bool

    /// Creates a topic; without query and sources it has every ticket in its languages, and none without languages.
    public init(
        name: String, query: Query? = nil, suppliers: Set<SupplierID> = [], languages: Set<String> = [],
        isPinned: Bool = false, isAutomatic: Bool = false
    ) {
        self.name = name
        self.query = query
        self.suppliers = suppliers
        self.languages = languages
        self.isPinned = isPinned
        self.isAutomatic = isAutomatic
    }

    public var id: LabelID { Topic.label(named: name) }

    /// Returns the label of the topic with this name.
    public static func label(named name: String) -> LabelID { LabelID("topic:\(name)") }

    /// True if no ticket can belong to it.
    public var isEmpty: Bool { query == nil && suppliers.isEmpty && languages.isEmpty }

    /// The query for tickets of any source, or `nil` if only its sources count.
    var contentQuery: Query? {
        query ?? (suppliers.isEmpty && !languages.isEmpty ? .everything : nil)
    }

    var languageQuery: Query {
        guard !languages.isEmpty else { return .everything }
        let tags = languages.sorted().map { Query.condition(.language($0)) }
        // Nothing else would say that a ticket of an unknown language belongs.
        if query == nil, suppliers.isEmpty { return .any(of: tags) }
        return .any(of: tags + [.not(.condition(.trait(.language)))])
    }

    /// The inputs of its query other than a ticket's content.
    var dependencies: Query.Dependencies { contentQuery?.dependencies ?? [] }

    /// A text that changes whenever other tickets may belong to it.
    var definition: String {
        let sources = suppliers.sorted().map(\.rawValue).joined(separator: " ")
        return "\(contentQuery?.description ?? "") | \(sources) | \(languageQuery)"
    }
}
