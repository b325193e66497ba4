public import EngineConcepts

extension Query {
    /// Returns the query with the names of sources instead of their ids, to show it.
    public func naming(_ names: [SupplierID: String]) -> Query {
        mapConditions { condition in
            guard case .words(let pattern, in: .source) = condition,
                let name = names[SupplierID(pattern.text)].flatMap({ WordPattern($0, .phrase) })
            else { return .condition(condition) }
            return .condition(.words(name, in: .source))
        }
    }
}
