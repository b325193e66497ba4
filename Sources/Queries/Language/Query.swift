/// What is asked of tickets: the one language of topics, rules, search and the command line.
///
/// A value in a normal form, which the functions that make queries keep: a conjunction or disjunction has at least two
/// parts, none of them of its own kind; nothing is negated twice. So two queries that print alike are equal, and what
/// is printed reads back as the same value.
public indirect enum Query: Hashable, Sendable {
    /// Every ticket. Written `*`.
    case everything
    /// The tickets that meet a condition.
    case condition(Condition)
    /// The tickets that a query leaves out.
    case not(Query)
    /// The tickets that all of these pick. Made by ``all(of:)``.
    case all([Query])
    /// The tickets that at least one of these picks. Made by ``any(of:)``.
    case any([Query])

    /// The tickets that all of `parts` pick: everything where there are none.
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

    /// The tickets that one of `parts` picks: nothing where there are none.
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

    /// The tickets that this one leaves out.
    public var negated: Query {
        if case .not(let inner) = self { inner } else { .not(self) }
    }

    /// The same query in its normal form, for trees that were put together case by case.
    public var normalized: Query {
        switch self {
        case .everything, .condition: self
        case .not(let inner): inner.normalized.negated
        case .all(let parts): .all(of: parts.map(\.normalized))
        case .any(let parts): .any(of: parts.map(\.normalized))
        }
    }

    /// Its conditions in the order of writing, those under a NOT included.
    public var conditions: [Condition] {
        switch self {
        case .everything: []
        case .condition(let condition): [condition]
        case .not(let inner): inner.conditions
        case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
        }
    }
}

extension Query {
    /// What beside its content decides whether a ticket is picked.
    public struct Dependencies: OptionSet, Hashable, Sendable {
        /// The set's bits.
        public let rawValue: Int

        /// Makes a set of bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// What the reader did to it: read, starred.
        public static let marks = Dependencies(rawValue: 1)
        /// The moment at which it is asked.
        public static let now = Dependencies(rawValue: 2)
        /// Whether the same story stands elsewhere.
        public static let duplicates = Dependencies(rawValue: 4)
        /// The names that the reader gave to sources.
        public static let sourceNames = Dependencies(rawValue: 8)
    }

    /// What beside a ticket's content the query looks at.
    public var dependencies: Dependencies {
        conditions.reduce(into: []) { $0.formUnion($1.dependencies) }
    }

    /// Whether marking a ticket may change the answer.
    public var dependsOnMarks: Bool { dependencies.contains(.marks) }

    /// Whether the answer may change as time goes by.
    public var dependsOnNow: Bool { dependencies.contains(.now) }
}

extension Query: CustomStringConvertible, Codable {
    /// The query as it is written, in its shortest form.
    public var description: String { QueryPrinter.print(self) }

    /// Encodes as the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Decodes the text; fails with a ``QueryError``'s words where it is no query.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = try Query(parsing: container.decode(String.self))
        } catch let error as QueryError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }
}
