public import EngineConcepts
import Synchronization

/// Evaluates a set of queries on a ticket in one pass: its words are folded once and looked up in one dictionary of all
/// queries' words; then the verdict of each query is derived from what was found.
///
/// Immutable: built once when rules change and shared. Its verdicts equal those of each query alone.
public struct QuerySet: Sendable {
    private let pool: EvaluatorPool

    /// Creates the set. Its plan is made by the first evaluation, so that a start that labels nothing does not wait for it.
    public init(_ queries: [Query], in context: QueryContext = QueryContext()) {
        pool = EvaluatorPool(for: queries, in: context)
    }

    /// Returns the verdicts on a ticket, in the order of the queries; "maybe" if they depend on marks or a time that are not
    /// given.
    public func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        withEvaluator { $0.verdicts(on: subject, at: now) }
    }

    /// Returns all verdicts at `now`, and those of the aged queries (``QueryPlan/agedQueries``) with every age condition
    /// unknown.
    func verdictsOfAllTimes(on subject: QuerySubject, at now: Timestamp) -> (now: [Verdict], atAnyAge: [Verdict]) {
        withEvaluator { $0.verdictsOfAllTimes(on: subject, at: now) }
    }

    /// The ages in seconds in each of the aged queries.
    var ages: [[Int]] { pool.plan.ages }

    private func withEvaluator<Result>(_ body: (inout QueryEvaluator) -> Result) -> Result {
        var evaluator = pool.take()
        defer { pool.put(evaluator) }
        return body(&evaluator)
    }

    /// The plan, made when it is first needed, and the idle evaluators. An evaluator serves one evaluation at a time.
    private final class EvaluatorPool: Sendable {
        private let queries: [Query]
        private let context: QueryContext
        private let knownPlan = Mutex<QueryPlan?>(nil)
        private let idle = Mutex<[QueryEvaluator]>([])

        init(for queries: [Query], in context: QueryContext) {
            self.queries = queries
            self.context = context
        }

        var plan: QueryPlan {
            knownPlan.withLock { known in
                if let known { return known }
                let plan = QueryPlan(queries, in: context)
                known = plan
                return plan
            }
        }

        func take() -> QueryEvaluator {
            idle.withLock { $0.popLast() } ?? QueryEvaluator(plan)
        }

        func put(_ evaluator: QueryEvaluator) {
            idle.withLock { $0.append(evaluator) }
        }
    }
}
