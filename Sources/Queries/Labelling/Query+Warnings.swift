public import EngineConcepts

extension Query {
    /// Returns warnings about conditions that find nothing, or less than they seem to: on names that no topic or source has,
    /// on topics to which no source belongs, and on topics with sources and a query, which the condition ignores.
    ///
    /// - Parameters:
    ///   - topics: All topics.
    ///   - names: The names of all sources, or `nil` if they are not known.
    public func warnings(on topics: [Topic], sources names: [SupplierID: String]? = nil) -> [Message] {
        conditions.compactMap { condition in
            switch condition {
            case .words(let pattern, in: .topic):
                let named = topics.filter { pattern.matches([$0.name], isWhole: true) }
                if named.isEmpty { return Message("topicMissing", ["topic": .text(pattern.text)]) }
                if named.allSatisfy(\.suppliers.isEmpty) {
                    return Message("topicWithoutSources", ["topic": .text(pattern.text)])
                }
                guard named.contains(where: { $0.query != nil }) else { return nil }
                return Message("topicQueryIgnored", ["topic": .text(pattern.text)])
            case .words(let pattern, in: .source):
                guard let names,
                    !names.contains(where: { pattern.matches([$0.key.rawValue, $0.value], isWhole: false) })
                else { return nil }
                return Message("sourceMissing", ["source": .text(pattern.text)])
            default: return nil
            }
        }
    }
}

extension WordPattern {
    /// Returns true if the pattern is found in one of the names, as the whole name if `isWhole`.
    func matches(_ names: [String], isWhole: Bool) -> Bool {
        var conditions = NameConditions()
        conditions.add(self, for: 0, isWhole: isWhole)
        return conditions.verdicts(on: names) == [.yes]
    }
}
