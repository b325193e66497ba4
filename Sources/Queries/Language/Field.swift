/// The field of a condition: the name before the colon.
enum Field: Hashable, Sendable {
    case text(SearchScope)
    case count(ReactionCount)
    case traits(prefix: String)
    case site
    case language
    case kind
    case age
    case date

    /// Every field that has a name, in the order of error messages.
    static let all: [Field] =
        SearchScope.allCases.filter { $0 != .anywhere }.map(Field.text)
        + [.site, .kind, .language, .traits(prefix: "is"), .traits(prefix: "has")]
        + ReactionCount.allCases.map(Field.count) + [.age, .date]

    static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The name before the colon; empty for words anywhere.
    var name: String {
        switch self {
        case .text(let scope): scope.rawValue
        case .count(let count): count.rawValue
        case .traits(let prefix): prefix
        case .site: "site"
        case .language: "lang"
        case .kind: "kind"
        case .age: "age"
        case .date: "date"
        }
    }
}

extension Condition {
    /// The field by which the condition is written.
    var field: Field {
        switch self {
        case .words(_, let scope), .regex(_, let scope): .text(scope)
        case .site: .site
        case .language: .language
        case .kind: .kind
        case .trait(let trait): .traits(prefix: trait.keyword.prefix)
        case .count(let count, _): .count(count)
        case .age: .age
        case .date: .date
        }
    }
}

extension Trait {
    /// The parts of the keyword around its colon, such as `is` and `unread`.
    var keyword: (prefix: String, word: String) {
        let parts = rawValue.split(separator: ":", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
    }
}
