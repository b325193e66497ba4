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
    public init(_ queries: [Query], in surroundings: QuerySurroundings = QuerySurroundings()) {
        self.queries = queries
        plan = QueryPlan(queries, surroundings)
        desks = Desks()
    }

    /// What each query says of a ticket at a moment, in the order of ``queries``. Where marks or the moment are not
    /// given, “maybe” says that the answer depends on them.
    public func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        verdicts(on: [subject], at: now)[0]
    }

    /// The same for many tickets, which shares what evaluation needs between them.
    public func verdicts(on subjects: [QuerySubject], at now: Timestamp?) -> [[Verdict]] {
        let desk = desks.take(for: plan)
        defer { desks.giveBack(desk) }
        return subjects.map { desk.verdicts(on: $0, at: now) }
    }

    /// Desks that nobody evaluates at. One is used by one evaluation at a time.
    private final class Desks: Sendable {
        private let free = Mutex<[EvaluationDesk]>([])

        func take(for plan: QueryPlan) -> EvaluationDesk {
            free.withLock { $0.popLast() } ?? EvaluationDesk(plan)
        }

        func giveBack(_ desk: EvaluationDesk) {
            free.withLock { $0.append(desk) }
        }
    }
}
