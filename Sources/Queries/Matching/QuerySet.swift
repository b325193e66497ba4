public import EngineConcepts
import Synchronization

/// A set of queries that reads a ticket in one pass: its words are folded once and looked up in one dictionary of all
/// queries' words; then each query decides over the findings.
///
/// Immutable: built once when rules change and shared. Its verdicts equal those of each query alone.
public struct QuerySet: Sendable {
    /// The queries in the order of the verdicts.
    public let queries: [Query]
    private let plan: QueryPlan
    private let pool: EvaluatorPool

    public init(_ queries: [Query], in context: QueryContext = QueryContext()) {
        self.queries = queries
        plan = QueryPlan(queries, in: context)
        pool = EvaluatorPool()
    }

    /// Returns the verdicts on a ticket, in the order of ``queries``; "maybe" if they depend on marks or a time that are not
    /// given.
    public func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        withEvaluator { $0.verdicts(on: subject, at: now) }
    }

    /// The queries that depend on a ticket's age, as ascending indices.
    var agedQueries: [Int] { plan.agedQueries }

    /// Returns all verdicts at `now`, and those of ``agedQueries`` with every age condition unknown.
    func verdictsOfAllTimes(on subject: QuerySubject, at now: Timestamp) -> (now: [Verdict], ever: [Verdict]) {
        withEvaluator { $0.verdictsOfAllTimes(on: subject, at: now) }
    }

    private func withEvaluator<Result>(_ body: (inout QueryEvaluator) -> Result) -> Result {
        var evaluator = pool.take() ?? QueryEvaluator(plan)
        defer { pool.put(evaluator) }
        return body(&evaluator)
    }

    /// Idle evaluators. Each serves one evaluation at a time.
    private final class EvaluatorPool: Sendable {
        private let idle = Mutex<[QueryEvaluator]>([])

        func take() -> QueryEvaluator? {
            idle.withLock { $0.popLast() }
        }

        func put(_ evaluator: QueryEvaluator) {
            idle.withLock { $0.append(evaluator) }
        }
    }
}
