/// A query for tickets: the one language of topics, rules, search and the command line.
///
/// Always in a normal form: a conjunction or disjunction has at least two parts, none of its own kind, and there are no
/// double negations. So queries that print alike are equal, and a printed query parses back to the same value.
public indirect enum Query: Hashable, Sendable {
    /// Every ticket. Written `*`.
    case everything
    /// The tickets that meet a condition.
    case condition(Condition)
    /// The tickets that a query leaves out.
    case not(Query)
    /// The tickets that all of these match. Made by ``all(of:)``.
    case all([Query])
    /// The tickets that one of these matches. Made by ``any(of:)``.
    case any([Query])

    /// Returns the conjunction of `parts`: everything if there are none.
    public static func all(of parts: [Query]) -> Query {
        if parts.contains(.nothing) { return .nothing }
        let flat = parts.flatMap { part in
            switch part {
            case .everything: [] as [Query]
            case .all(let inner): inner
            default: [part]
            }
        }
        return flat.count > 1 ? .all(flat) : flat.first ?? .everything
    }

    /// Returns the disjunction of `parts`: nothing if there are none.
    public static func any(of parts: [Query]) -> Query {
        if parts.contains(.everything) { return .everything }
        let flat = parts.flatMap { part in
            if case .any(let inner) = part {
                inner
            } else if part == .nothing {
                [] as [Query]
            } else {
                [part]
            }
        }
        return flat.count > 1 ? .any(flat) : flat.first ?? .nothing
    }

    /// No ticket. Written `-*`.
    public static var nothing: Query { .not(.everything) }

    public var negated: Query {
        if case .not(let inner) = self { inner } else { .not(self) }
    }

    /// The conditions in the order of writing, including negated ones.
    public var conditions: [Condition] {
        switch self {
        case .everything: []
        case .condition(let condition): [condition]
        case .not(let inner): inner.conditions
        case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
        }
    }

    /// Returns the query with the result of `change` in the place of each condition.
    func mapConditions(_ change: (Condition) -> Query) -> Query {
        switch self {
        case .everything: self
        case .condition(let condition): change(condition)
        case .not(let inner): inner.mapConditions(change).negated
        case .all(let parts): .all(of: parts.map { $0.mapConditions(change) })
        case .any(let parts): .any(of: parts.map { $0.mapConditions(change) })
        }
    }
}

extension Query {
    /// Inputs of a query other than a ticket's content.
    public struct Dependencies: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The user's marks.
        public static let marks = Dependencies(rawValue: 1)
        /// The current time.
        public static let now = Dependencies(rawValue: 2)
        /// The presence of other members of the story.
        public static let duplicates = Dependencies(rawValue: 4)
        /// The user's names for sources.
        public static let sourceNames = Dependencies(rawValue: 8)
        /// The notes on authors.
        public static let notes = Dependencies(rawValue: 16)
        /// The labels of the notes on authors.
        public static let noteLabels = Dependencies(rawValue: 32)
        /// The linked people.
        public static let people = Dependencies(rawValue: 64)
    }

    /// The inputs of the query other than a ticket's content.
    public var dependencies: Dependencies {
        conditions.reduce(into: []) { $0.formUnion($1.dependencies) }
    }

    /// True if marking a ticket may change the result.
    public var dependsOnMarks: Bool { dependencies.contains(.marks) }
}
