/// The result of a query for a ticket.
public enum Verdict: Int8, Comparable, Hashable, Sendable {
    /// The query does not match.
    case no
    /// The result depends on missing knowledge.
    case maybe
    /// The query matches.
    case yes

    /// Creates a certain verdict.
    init(_ isMet: Bool) {
        self = isMet ? .yes : .no
    }

    var negated: Verdict {
        switch self {
        case .no: .yes
        case .maybe: .maybe
        case .yes: .no
        }
    }

    /// Orders by the chance of a match.
    public static func < (lhs: Verdict, rhs: Verdict) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
