/// The result of a query for a ticket.
public enum Verdict: Int8, Comparable, Hashable, Sendable {
    /// The query does not match.
    case no
    /// The result depends on missing knowledge.
    case maybe
    /// The query matches.
    case yes

    /// Creates the verdict on a condition; `nil` if it is unknown whether it is met.
    init(_ isMet: Bool?) {
        self =
            switch isMet {
            case true?: .yes
            case false?: .no
            case nil: .maybe
            }
    }

    var negated: Verdict {
        switch self {
        case .no: .yes
        case .maybe: .maybe
        case .yes: .no
        }
    }

    /// Orders from the impossible match to the certain one.
    public static func < (lhs: Verdict, rhs: Verdict) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
