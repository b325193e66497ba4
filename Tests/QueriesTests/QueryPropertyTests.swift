import EngineConcepts
import GRDB
import Localization
import Queries
import TestSupport
import Testing

@Suite("Random queries keep their invariants on random tickets")
struct QueryPropertyTests {
    @Test("A query set agrees with a naive evaluation of each query", arguments: UInt64(1)...20)
    func equalsNaive(seed: UInt64) throws {
        var maker = RandomTickets(seed: seed)
        let queries = (0..<80).map { _ in maker.query() }
        let set = QuerySet(queries)
        for index in 0..<40 {
            let subject = maker.subject(index)
            let now = maker.random.chance(80) ? RandomTickets.now : nil
            let verdicts = set.verdicts(on: subject.subject, at: now)
            let naive = NaiveEvaluation(subject, at: now)
            for (query, verdict) in zip(queries, verdicts) {
                let expected = naive.verdict(query)
                guard verdict == expected else {
                    Issue.record("seed \(seed): \(verdict) for \(query) of \(subject.subject.ticket.body)")
                    return
                }
            }
        }
    }

    @Test("What is printed reads back as the same query, and as the same text", arguments: UInt64(1)...20)
    func roundTrip(seed: UInt64) throws {
        var maker = RandomTickets(seed: seed)
        for _ in 0..<200 {
            let query = maker.query(depth: 5)
            let text = query.description
            #expect(try Query(parsing: text) == query, "seed \(seed): \(text)")
            #expect(normalized(query) == query, "seed \(seed): \(text)")
            #expect(!Localizer.english(query.explanation()).contains("query."), "\(text)")
        }
    }

    /// Returns a query in its normal form.
    private func normalized(_ query: Query) -> Query {
        switch query {
        case .everything, .condition: query
        case .not(let inner): normalized(inner).negated
        case .all(let parts): .all(of: parts.map(normalized))
        case .any(let parts): .any(of: parts.map(normalized))
        }
    }

    @Test(
        "A full-text index finds what the queries pick: no less, and no more where it says so",
        arguments: UInt64(1)...8)
    func candidates(seed: UInt64) throws {
        var maker = RandomTickets(seed: seed)
        let subjects = (0..<60).map { maker.subject($0) }
        let queue = try DatabaseQueue()
        let indexer = SearchIndexer()
        try queue.write { database in
            let columns = SearchDocument.columns.joined(separator: ", ")
            let tokenizer = SearchDocument.tokenizer.replacing("'", with: "''")
            try database.execute(
                sql:
                    "CREATE VIRTUAL TABLE search USING fts5(\(columns), content='', tokenize='\(tokenizer)')")
            for (index, subject) in subjects.enumerated() {
                let document = indexer.document(of: subject.subject.ticket)
                try database.execute(
                    sql: "INSERT INTO search(rowid, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    arguments: StatementArguments([index] + document.values))
            }
        }
        for _ in 0..<80 {
            let query = maker.query()
            let candidates = SearchCandidates(query)
            let found =
                try candidates.match.map { match in
                    try queue.read { database in
                        try Set(
                            Int.fetchAll(
                                database, sql: "SELECT rowid FROM search WHERE search MATCH ?", arguments: [match]))
                    }
                } ?? Set(subjects.indices)
            let matcher = QueryMatcher(query)
            let residual = candidates.residual.map { QueryMatcher($0) }
            for (index, subject) in subjects.enumerated() {
                let isPicked = matcher.mightMatch(subject.subject, at: RandomTickets.now)
                let isFound =
                    found.contains(index) && residual?.mightMatch(subject.subject, at: RandomTickets.now) ?? true
                if isPicked != isFound { Issue.record("seed \(seed): \(query) as \(candidates.match ?? "*")") }
            }
        }
    }
}
