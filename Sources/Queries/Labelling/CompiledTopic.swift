import EngineConcepts

/// A topic prepared for many tickets: it refers to its queries by index.
struct CompiledTopic: Sendable {
    let id: LabelID
    let name: String
    /// The query for tickets of any source, or `nil` if only its sources count.
    private let contentQuery: Int?
    /// The query for tickets of its sources, or `nil` if it has none.
    private let sourceQuery: Int?
    private let suppliers: Set<SupplierID>

    init(_ topic: Topic, queries collected: inout CollectedQueries) {
        id = topic.id
        name = topic.name
        contentQuery = topic.contentQuery.map { collected.index(of: .all(of: [$0, topic.languageQuery])) }
        sourceQuery = topic.suppliers.isEmpty ? nil : collected.index(of: topic.languageQuery)
        suppliers = topic.suppliers
    }

    var prefilter: Prefilter { Prefilter(query: contentQuery ?? -1, other: sourceQuery ?? -1) }

    func has(_ ticket: Ticket, _ verdicts: [Verdict]) -> Bool {
        if let contentQuery, verdicts[contentQuery] == .yes { return true }
        guard let sourceQuery, verdicts[sourceQuery] == .yes else { return false }
        return suppliers.contains(ticket.supplier)
    }
}
