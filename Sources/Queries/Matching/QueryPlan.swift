/// The compiled form of a set of queries: each condition once, each query as a tree, and an index of the words.
final class QueryPlan: Sendable {
    /// A node of a query. The children of a node are chained by index.
    struct Node: Sendable {
        enum Kind: Sendable {
            /// True for every ticket.
            case everything
            /// The condition with this index.
            case condition(Int)
            /// The negation of the node with this index.
            case not(Int)
            /// All nodes of the chain that begins with this index, or -1 for none.
            case all(first: Int)
            /// Any of them.
            case any(first: Int)
        }

        let kind: Kind
        /// The next sibling, or -1 for the last.
        var next = -1
    }

    /// Every condition, once.
    let conditions: [Condition]
    /// The nodes of all queries.
    let nodes: [Node]
    /// The index of each query's node.
    let roots: [Int]
    /// The conditions on words and names.
    let lookups: WordLookups
    /// The verdicts of the conditions before a ticket is read: words count as absent, and the others are `nil`.
    let initialVerdicts: [Verdict?]
    /// The verdict of each query without any of its words, or "maybe" if it depends on something else.
    let verdictsWithoutWords: [Verdict]
    /// The queries that are evaluated whatever words are found: those with "maybe" in ``verdictsWithoutWords``.
    let alwaysEvaluated: [Int]
    /// The queries of each condition.
    let queriesOfCondition: [[Int]]
    /// The queries on a ticket's age.
    let agedQueries: [Int]
    /// The conditions on a ticket's age.
    let ageConditions: [Int]
    /// The ages in seconds in each of the aged queries.
    let ages: [[Int]]
    let context: QueryContext

    init(_ queries: [Query], in context: QueryContext) {
        var builder = Builder()
        roots = queries.indices.map { builder.add(queries[$0], number: $0) }
        let (conditions, nodes) = (builder.conditions, builder.nodes)
        var lookups = WordLookups()
        var initialVerdicts = [Verdict?](repeating: nil, count: conditions.count)
        for (index, condition) in conditions.enumerated() {
            guard case .words(let pattern, let scope) = condition else { continue }
            lookups.add(pattern, in: scope, for: index)
            if !ScannedTexts(scope).isEmpty { initialVerdicts[index] = .no }
        }
        let withoutWords = roots.map { root in QueryPlan.verdict(root, nodes) { initialVerdicts[$0] ?? .maybe } }
        let ageConditions = conditions.indices.filter { if case .age = conditions[$0] { true } else { false } }
        let agedQueries = Set(ageConditions.flatMap { builder.queriesOfCondition[$0] }).sorted()
        ages = agedQueries.map { query in
            queries[query].conditions
                .flatMap { condition -> [Int] in
                    guard case .age(let range) = condition else { return [] }
                    return [range.bounds.lower, range.bounds.upper].compactMap(\.self)
                }
        }
        self.conditions = conditions
        self.nodes = nodes
        self.lookups = lookups
        self.initialVerdicts = initialVerdicts
        self.ageConditions = ageConditions
        self.agedQueries = agedQueries
        self.context = context
        queriesOfCondition = builder.queriesOfCondition
        verdictsWithoutWords = withoutWords
        alwaysEvaluated = withoutWords.indices.filter { withoutWords[$0] == .maybe }
    }

    /// Returns the verdict of a query, given those of its conditions.
    @inline(__always)
    func verdict(ofQuery query: Int, _ verdictOfCondition: (Int) -> Verdict) -> Verdict {
        QueryPlan.verdict(roots[query], nodes, verdictOfCondition)
    }

    /// Combines verdicts by Kleene's logic: a certain one stays so, whatever becomes of a "maybe".
    private static func verdict(
        _ index: Int, _ nodes: [Node], _ verdictOfCondition: (Int) -> Verdict
    ) -> Verdict {
        switch nodes[index].kind {
        case .everything:
            return .yes
        case .condition(let condition):
            return verdictOfCondition(condition)
        case .not(let inner):
            return verdict(inner, nodes, verdictOfCondition).negated
        case .all(var part):
            var least = Verdict.yes
            while part >= 0, least != .no {
                least = min(least, verdict(part, nodes, verdictOfCondition))
                part = nodes[part].next
            }
            return least
        case .any(var part):
            var most = Verdict.no
            while part >= 0, most != .yes {
                most = max(most, verdict(part, nodes, verdictOfCondition))
                part = nodes[part].next
            }
            return most
        }
    }

    /// Lays out the nodes of queries in one array.
    private struct Builder {
        var conditions: [Condition] = []
        var nodes: [Node] = []
        /// The ascending numbers of the queries of each condition.
        var queriesOfCondition: [[Int]] = []
        private var indices: [Condition: Int] = [:]

        /// Adds the nodes of a query and returns the index of its own.
        mutating func add(_ query: Query, number: Int) -> Int {
            let kind: Node.Kind =
                switch query {
                case .everything: .everything
                case .condition(let condition): .condition(index(of: condition, in: number))
                case .not(let inner): .not(add(inner, number: number))
                case .all(let parts): .all(first: chain(parts, number: number))
                case .any(let parts): .any(first: chain(parts, number: number))
                }
            nodes.append(Node(kind: kind))
            return nodes.count - 1
        }

        /// Adds the nodes of parts and returns the index of the first, or -1 for none.
        private mutating func chain(_ parts: [Query], number: Int) -> Int {
            let members = parts.sorted { Self.cost($0) < Self.cost($1) }.map { add($0, number: number) }
            for (member, next) in zip(members, members.dropFirst()) { nodes[member].next = next }
            return members.first ?? -1
        }

        private mutating func index(of condition: Condition, in query: Int) -> Int {
            let index = indices[condition] ?? conditions.count
            if index == conditions.count {
                indices[condition] = index
                conditions.append(condition)
                queriesOfCondition.append([])
            }
            if queriesOfCondition[index].last != query { queriesOfCondition[index].append(query) }
            return index
        }

        /// Returns the relative cost of evaluating a query; the parts of a query are evaluated from the cheapest on.
        private static func cost(_ query: Query) -> Int {
            switch query {
            case .everything: 0
            case .condition(.words): 0
            case .condition(.regex): 8
            case .condition(.site): 4
            case .condition: 1
            case .not(let inner): cost(inner)
            case .all(let parts), .any(let parts): parts.map(cost).max() ?? 0
            }
        }
    }
}
