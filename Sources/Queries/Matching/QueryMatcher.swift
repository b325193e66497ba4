public import EngineConcepts

/// Asks one query about tickets.
public struct QueryMatcher: Sendable {
    private let queries: QuerySet

    /// The query.
    public var query: Query { queries.queries[0] }

    /// Makes a matcher of `query`.
    public init(_ query: Query, in surroundings: QueryContext = QueryContext()) {
        queries = QuerySet([query], in: surroundings)
    }

    /// What the query says of a ticket at a moment; without one, “maybe” where it depends on it.
    public func verdict(on subject: QuerySubject, at now: Timestamp?) -> Verdict {
        queries.verdicts(on: subject, at: now)[0]
    }

    /// Whether the query picks a ticket, or may pick it once what is not known is known.
    public func picks(_ subject: QuerySubject, at now: Timestamp?) -> Bool {
        verdict(on: subject, at: now) != .no
    }
}
