internal import EngineConcepts

/// What a set of queries comes to: each condition once, each query as a tree over them, and where to look for words.
final class QueryPlan: Sendable {
    /// A query over conditions by number.
    indirect enum Node: Sendable {
        case constant(Bool)
        case condition(Int)
        case not(Node)
        case all([Node])
        case any([Node])
    }

    /// Every condition that occurs, once.
    let conditions: [Condition]
    /// The queries.
    let roots: [Node]
    /// The conditions that ask for words.
    let words: WordIndex
    /// The fields whose words are asked for.
    let wordFields: FieldSet
    /// The texts beside the words.
    let surroundings: QuerySurroundings

    init(_ queries: [Query], _ surroundings: QuerySurroundings) {
        var numbers: [Condition: Int] = [:]
        var conditions: [Condition] = []
        func number(_ condition: Condition) -> Int {
            if let known = numbers[condition] { return known }
            numbers[condition] = conditions.count
            conditions.append(condition)
            return conditions.count - 1
        }
        func node(_ query: Query) -> Node {
            switch query {
            case .everything: .constant(true)
            case .condition(let condition): .condition(number(condition))
            case .not(let inner): .not(node(inner))
            case .all(let parts): .all(parts.sorted { QueryPlan.cost($0) < QueryPlan.cost($1) }.map(node))
            case .any(let parts): .any(parts.sorted { QueryPlan.cost($0) < QueryPlan.cost($1) }.map(node))
            }
        }
        roots = queries.map(node)
        self.conditions = conditions
        self.surroundings = surroundings
        var index = WordIndex()
        for (number, condition) in conditions.enumerated() {
            if case .words(let pattern, let field) = condition, field != .source {
                index.add(pattern, in: field, for: number)
            }
        }
        words = index
        wordFields = index.fields
    }

    /// How dear a part is to decide; the cheap ones are asked first.
    private static func cost(_ query: Query) -> Int {
        switch query {
        case .everything: 0
        case .condition(.words(_, in: .source)): 3
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
