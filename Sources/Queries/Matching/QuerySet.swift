public import EngineConcepts
private import Synchronization

/// Asks many queries about a ticket in one pass over it: its words are folded once and looked up in one dictionary of
/// what all the queries look for; then each query decides over what was found.
///
/// A value: built once when rules change, shared by whoever evaluates. What it answers is exactly what each query alone
/// would answer.
public struct QuerySet: Sendable {
    /// The queries, in the order of the verdicts.
    public let queries: [Query]
    private let plan: QueryPlan
    private let desks: Desks

    /// Prepares `queries`.
    public init(_ queries: [Query], in surroundings: QueryContext = QueryContext()) {
        self.queries = queries
        plan = QueryPlan(queries, surroundings)
        desks = Desks()
    }

    /// What each query says of a ticket at a moment, in the order of ``queries``. Where marks or the moment are not
    /// given, “maybe” says that the answer depends on them.
    public func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        withDesk { $0.verdicts(on: subject, at: now) }
    }

    /// The queries that look at how old a ticket is, by number; ascending.
    var agedQueries: [Int] { plan.agedQueries }

    /// The same, and what each of ``agedQueries`` says at no particular time.
    func verdictsOfAllTimes(on subject: QuerySubject, at now: Timestamp) -> (now: [Verdict], ever: [Verdict]) {
        withDesk { $0.verdictsOfAllTimes(on: subject, at: now) }
    }

    private func withDesk<Result>(_ body: (QueryEvaluator) -> Result) -> Result {
        let desk = desks.take(for: plan)
        defer { desks.giveBack(desk) }
        return body(desk)
    }

    /// Desks that nobody evaluates at. One is used by one evaluation at a time.
    private final class Desks: Sendable {
        private let free = Mutex<[QueryEvaluator]>([])

        func take(for plan: QueryPlan) -> QueryEvaluator {
            free.withLock { $0.popLast() } ?? QueryEvaluator(plan)
        }

        func giveBack(_ desk: QueryEvaluator) {
            free.withLock { $0.append(desk) }
        }
    }
}
