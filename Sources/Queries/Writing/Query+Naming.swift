public import EngineConcepts

extension Query {
    /// Returns the query with the names of sources instead of their ids, to show it.
    public func naming(_ names: [SupplierID: String]) -> Query {
        replacingSources { names[SupplierID($0)] }
    }

    /// Returns the query with the ids of sources instead of their names, which must be distinct: the inverse of
    /// ``naming(_:)``.
    public func identifying(_ names: [SupplierID: String]) -> Query {
        replacingSources { text in names.first { WordPattern($0.value, .phrase)?.text == text }?.key.rawValue }
    }

    private func replacingSources(_ replacement: (String) -> String?) -> Query {
        switch self {
        case .condition(.words(let pattern, in: .source)):
            let other = replacement(pattern.text).flatMap { WordPattern($0, .phrase) }
            return other.map { .condition(.words($0, in: .source)) } ?? self
        case .everything, .condition: return self
        case .not(let inner): return .not(inner.replacingSources(replacement))
        case .all(let parts): return .all(of: parts.map { $0.replacingSources(replacement) })
        case .any(let parts): return .any(of: parts.map { $0.replacingSources(replacement) })
        }
    }
}
