public import EngineConcepts

/// A named set of tickets that the reader cares about: what a query picks, and everything from some sources.
public struct Topic: Hashable, Sendable, Identifiable {
    /// Its name, as the reader gave it.
    public var name: String
    /// What it picks, whatever the source; nil where it is made of sources only.
    public var query: Query?
    /// The sources whose tickets all belong to it: those of an OPML folder, for one.
    public var suppliers: Set<SupplierID>
    /// The languages that it keeps to, as BCP 47 tags in lower case; empty for all. A ticket whose language is not known
    /// belongs to it too: it would be lost otherwise.
    public var languages: Set<String>

    /// Makes a topic; one without query and sources has every ticket in its languages.
    public init(
        name: String, query: Query? = nil, suppliers: Set<SupplierID> = [], languages: Set<String> = []
    ) {
        self.name = name
        self.query = query
        self.suppliers = suppliers
        self.languages = languages
    }

    /// What it is known by.
    public var id: LabelID { Topic.label(named: name) }

    /// The label of the topic with this name.
    public static func label(named name: String) -> LabelID { LabelID("topic:\(name)") }

    /// What a ticket of another source must meet to belong to it; nil where its sources are all of it.
    var picked: Query? {
        query ?? (suppliers.isEmpty ? .everything : nil)
    }

    /// What its languages ask of a ticket.
    var spoken: Query {
        guard !languages.isEmpty else { return .everything }
        let tags = languages.sorted().map { Query.condition(.language($0)) }
        return .any(of: tags + [.not(.condition(.trait(.language)))])
    }

    /// Changes whenever other tickets may belong to it.
    var definition: String {
        let sources = suppliers.sorted().map(\.rawValue).joined(separator: " ")
        return "\(picked?.description ?? "") | \(sources) | \(spoken)"
    }
}
