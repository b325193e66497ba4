import EngineConcepts

/// A rule prepared for many tickets: it refers to its query and its topics by index.
struct CompiledRule: Sendable {
    let id: LabelID
    let effect: LabelEffect
    let expires: Timestamp?
    private let subject: Subject
    private let scope: Scope
    /// The sources to which it does not apply.
    private let exceptedSources: Set<SupplierID>

    /// The target; topics and queries by index. A missing topic has no tickets, and no ticket is off it.
    private enum Subject: Sendable {
        case query(Int)
        case offTopic(Int)
        case nothing
    }

    private enum Scope: Sendable {
        case everywhere
        case topic(Int)
        case supplier(SupplierID)
        case nowhere
    }

    init(
        _ rule: Rule, topics: [String: Int], excepting excepted: Set<SupplierID>,
        queries collected: inout CollectedQueries
    ) {
        id = rule.id
        effect = rule.effect
        expires = rule.expires
        exceptedSources = excepted
        subject =
            switch rule.subject {
            case .query(let query): .query(collected.index(of: query))
            case .offTopic(let name): topics[name].map(Subject.offTopic) ?? .nothing
            }
        scope =
            switch rule.scope {
            case .everywhere: .everywhere
            case .topic(let name): topics[name].map(Scope.topic) ?? .nowhere
            case .supplier(let supplier): .supplier(supplier)
            }
    }

    var prefilter: Prefilter {
        switch subject {
        case .query(let query): Prefilter(query: query)
        case .offTopic: Prefilter(isOpen: true)
        case .nothing: Prefilter()
        }
    }

    func applies(to ticket: Ticket, _ verdicts: [Verdict], _ belongs: [Bool]) -> Bool {
        switch subject {
        case .query(let query): guard verdicts[query] == .yes else { return false }
        case .offTopic(let topic): guard !belongs[topic] else { return false }
        case .nothing: return false
        }
        guard !exceptedSources.contains(ticket.supplier) else { return false }
        switch scope {
        case .everywhere: return true
        case .topic(let topic): return belongs[topic]
        case .supplier(let supplier): return ticket.supplier == supplier
        case .nowhere: return false
        }
    }
}
