public import EngineConcepts

extension Query {
    /// Returns warnings about conditions that find nothing although they look as if they could: on names that no topic or
    /// source has, and on topics to which no source belongs.
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
                guard named.allSatisfy(\.suppliers.isEmpty) else { return nil }
                return Message("topicWithoutSources", ["topic": .text(pattern.text)])
            case .words(let pattern, in: .source):
                guard let names,
                    !names.contains(where: { pattern.matches([$0.key.rawValue, $0.value], isWhole: false) })
                else {
                    return nil
                }
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
