public import EngineConcepts

extension Query {
    /// Returns the query with the names of sources instead of their ids, to show it.
    public func naming(_ names: [SupplierID: String]) -> Query {
        switch self {
        case .condition(.words(let pattern, in: .source)):
            let name = names[SupplierID(pattern.text)].flatMap { WordPattern($0, .phrase) }
            return name.map { .condition(.words($0, in: .source)) } ?? self
        case .everything, .condition: return self
        case .not(let inner): return .not(inner.naming(names))
        case .all(let parts): return .all(of: parts.map { $0.naming(names) })
        case .any(let parts): return .any(of: parts.map { $0.naming(names) })
        }
    }
}
