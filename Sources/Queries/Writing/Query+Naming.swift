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
        mapConditions { condition in
            guard case .words(let pattern, in: .source) = condition,
                let other = replacement(pattern.text).flatMap({ WordPattern($0, .phrase) })
            else { return .condition(condition) }
            return .condition(.words(other, in: .source))
        }
    }
}
