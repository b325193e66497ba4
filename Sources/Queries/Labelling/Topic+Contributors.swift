public import EngineConcepts

/// Decides which sources can contribute to topics, knowing only a source's kind, names and topics.
extension Topic {
    /// Returns true if tickets of a source that are not loaded may belong to the topic. They have no marks.
    fileprivate func canHaveTickets(of supplier: SupplierID, in context: QueryContext) -> Bool {
        suppliers.contains(supplier) || contentQuery.map { $0.reach(into: supplier, in: context) != .no } ?? false
    }
}

extension TopicSelection {
    /// Returns the suppliers whose tickets that are not loaded may belong to the selection.
    public func contributors(
        of topics: [Topic], among suppliers: some Collection<SupplierID>, in context: QueryContext
    ) -> Set<SupplierID> {
        let each = topics.filter { labels.contains($0.id) }
            .map { topic in Set(suppliers.filter { topic.canHaveTickets(of: $0, in: context) }) }
        guard let first = each.first else { return Set(suppliers) }
        return each.dropFirst().reduce(first) { combination == .union ? $0.union($1) : $0.intersection($1) }
    }
}

extension Query {
    /// Returns the verdict on tickets of a source that are not loaded: "maybe" unless the source decides.
    fileprivate func reach(into supplier: SupplierID, in context: QueryContext) -> Verdict {
        switch self {
        case .everything: .yes
        case .condition(let condition): condition.reach(into: supplier, in: context)
        case .not(let inner): inner.reach(into: supplier, in: context).negated
        case .all(let parts): parts.map { $0.reach(into: supplier, in: context) }.min() ?? .yes
        case .any(let parts): parts.map { $0.reach(into: supplier, in: context) }.max() ?? .no
        }
    }
}

extension Condition {
    fileprivate func reach(into supplier: SupplierID, in context: QueryContext) -> Verdict {
        switch self {
        case .words(_, in: .source), .regex(_, in: .source), .words(_, in: .topic), .regex(_, in: .topic), .kind:
            let bare = Ticket(
                SourceItem(id: "", orderTime: .beginningOfTime, body: TicketBody()), of: supplier,
                seen: .beginningOfTime)
            return QueryMatcher(.condition(self), in: context).verdict(on: QuerySubject(bare), at: nil)
        case .trait(.unread): return .yes
        case .trait(.read), .trait(.starred), .trait(.later): return .no
        case .words, .regex, .site, .language, .trait, .count, .age, .date: return .maybe
        }
    }
}
