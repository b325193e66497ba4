import Queries

/// A query, split into what the full-text index answers and what is checked on each ticket.
struct PreparedSearch: Sendable {
    /// The query of the index, or `nil` if it cannot narrow the search.
    let match: String?
    /// The filter of tickets from the index, or `nil` if the index has answered it all.
    let residual: QueryMatcher?
    /// The filter of tickets that are not indexed.
    let whole: QueryMatcher
    /// A mark that every result has, or `nil`. Few tickets have one.
    let mark: Mark?

    /// The marks with an index of their own.
    enum Mark: String {
        case starred
        case later
    }

    init(_ query: Query, in context: QueryContext) {
        let candidates = SearchCandidates(query)
        match = candidates.match
        residual = candidates.residual.map { QueryMatcher($0, in: context) }
        whole = QueryMatcher(query, in: context)
        mark = PreparedSearch.mark(query)
    }

    private static func mark(_ query: Query) -> Mark? {
        switch query {
        case .condition(.trait(.starred)): .starred
        case .condition(.trait(.later)): .later
        case .all(let parts): parts.lazy.compactMap(mark).first
        case .everything, .condition, .not, .any: nil
        }
    }
}
