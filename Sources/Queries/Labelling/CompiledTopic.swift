import EngineConcepts

/// Indices of queries of which one must match; -1 for none.
struct QuickTest: Sendable {
    var query = -1
    var other = -1
    /// True if no query decides.
    var isOpen = false

    func canPass(_ verdicts: [Verdict]) -> Bool {
        isOpen || query >= 0 && verdicts[query] == .yes || other >= 0 && verdicts[other] == .yes
    }
}

/// A topic whose queries are indices.
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

    var test: QuickTest { QuickTest(query: contentQuery ?? -1, other: sourceQuery ?? -1) }

    func has(_ ticket: Ticket, _ verdicts: [Verdict]) -> Bool {
        if let contentQuery, verdicts[contentQuery] == .yes { return true }
        guard let sourceQuery, verdicts[sourceQuery] == .yes else { return false }
        return suppliers.contains(ticket.supplier)
    }
}
