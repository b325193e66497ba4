internal import EngineConcepts

/// What a set of queries comes to: each condition once, each query as a tree over them, and where to look for words.
final class QueryPlan: Sendable {
    /// A part of a query. The parts of one whole are chained by number.
    struct Node: Sendable {
        enum Kind: Sendable {
            /// Met where the value is not 0.
            case constant
            /// The condition with the value's number.
            case condition
            /// The opposite of the node with the value's number.
            case not
            /// All of the nodes of a chain that begins with the value's number.
            case all
            /// Any of them.
            case any
        }

        let kind: Kind
        let value: Int
        /// The next part of the same whole; -1 for the last.
        var next = -1
    }

    /// Every condition that occurs, once.
    let conditions: [Condition]
    /// The parts of all queries.
    let nodes: [Node]
    /// The number of each query's node.
    let roots: [Int]
    /// The conditions that ask for words.
    let words: WordIndex
    /// The conditions that ask for the name of a source.
    let sourceConditions: [Int]
    /// Whether it matters what language a ticket is in.
    let looksAtLanguage: Bool
    /// What is known of the conditions before a ticket is looked at: words that were not found are not there.
    let blank: [Verdict?]
    /// What tickets do not say themselves.
    let surroundings: QuerySurroundings
    private let sourceWords: WordIndex

    init(_ queries: [Query], _ surroundings: QuerySurroundings) {
        var builder = Builder()
        roots = queries.map { builder.add($0) }
        conditions = builder.conditions
        nodes = builder.nodes
        self.surroundings = surroundings
        var index = WordIndex()
        var sourceIndex = WordIndex()
        var sourceConditions: [Int] = []
        var blank = [Verdict?](repeating: nil, count: conditions.count)
        for (number, condition) in conditions.enumerated() {
            guard case .words(let pattern, let field) = condition else { continue }
            if field == .source {
                // Among names alone it does not matter what field they are said to be.
                sourceIndex.add(pattern, in: .url, for: sourceConditions.count)
                sourceConditions.append(number)
            } else {
                index.add(pattern, in: field, for: number)
                blank[number] = .no
            }
        }
        looksAtLanguage =
            !index.inflected.isEmpty || conditions.contains(where: QueryPlan.asksForLanguage)
        words = index
        sourceWords = sourceIndex
        self.sourceConditions = sourceConditions
        self.blank = blank
    }

    private static func asksForLanguage(_ condition: Condition) -> Bool {
        switch condition {
        case .language, .trait(.language): true
        default: false
        }
    }

    /// What a source's names say to each of ``sourceConditions``.
    func sourceVerdicts(of names: [String]) -> [Verdict] {
        var verdicts = [Verdict](repeating: .no, count: sourceConditions.count)
        for name in names {
            sourceWords.scan(Words(name), field: .url) { number, _ in verdicts[number] = .yes }
        }
        return verdicts
    }

    /// Lays queries out in one row of nodes.
    private struct Builder {
        var conditions: [Condition] = []
        var nodes: [Node] = []
        private var numbers: [Condition: Int] = [:]

        mutating func add(_ query: Query) -> Int {
            let node =
                switch query {
                case .everything: Node(kind: .constant, value: 1)
                case .condition(let condition): Node(kind: .condition, value: number(condition))
                case .not(let inner): Node(kind: .not, value: add(inner))
                case .all(let parts): Node(kind: .all, value: chain(parts))
                case .any(let parts): Node(kind: .any, value: chain(parts))
                }
            nodes.append(node)
            return nodes.count - 1
        }

        private mutating func chain(_ parts: [Query]) -> Int {
            let members = parts.sorted { QueryPlan.cost($0) < QueryPlan.cost($1) }.map { add($0) }
            for (member, next) in zip(members, members.dropFirst()) { nodes[member].next = next }
            return members.first ?? -1
        }

        private mutating func number(_ condition: Condition) -> Int {
            if let known = numbers[condition] { return known }
            numbers[condition] = conditions.count
            conditions.append(condition)
            return conditions.count - 1
        }
    }

    /// How dear a part is to decide; the cheap ones are asked first.
    static func cost(_ query: Query) -> Int {
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

/// Fields of a ticket whose words are looked at in one pass.
struct FieldSet: OptionSet, Sendable {
    let rawValue: UInt8

    static let title = FieldSet(rawValue: 1)
    static let text = FieldSet(rawValue: 2)
    static let author = FieldSet(rawValue: 4)
    static let tag = FieldSet(rawValue: 8)
    static let url = FieldSet(rawValue: 16)

    /// The fields that may have words of a known language.
    static let inflected: FieldSet = [.title, .text]

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What a field of the language stands for.
    init(_ field: TextField) {
        switch field {
        case .anywhere: self = [.title, .text, .author, .tag]
        case .title: self = .title
        case .text: self = .text
        case .author: self = .author
        case .tag: self = .tag
        case .url: self = .url
        case .source: self = []
        }
    }
}
