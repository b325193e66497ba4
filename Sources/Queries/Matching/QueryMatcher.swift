public import EngineConcepts

/// Evaluates one query on tickets.
public struct QueryMatcher: Sendable {
    private let queries: QuerySet

    public init(_ query: Query, in context: QueryContext = QueryContext()) {
        queries = QuerySet([query], in: context)
    }

    /// Returns the verdict on a ticket at a time, or without a time "maybe" if it depends on one.
    public func verdict(on subject: QuerySubject, at now: Timestamp?) -> Verdict {
        queries.verdicts(on: subject, at: now)[0]
    }

    /// Returns true if the query matches a ticket, or might with more information.
    public func mightMatch(_ subject: QuerySubject, at now: Timestamp?) -> Bool {
        verdict(on: subject, at: now) != .no
    }
}
