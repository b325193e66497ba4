extension Query {
    /// Returns the query after a topic was renamed: its conditions on the topic name it by its new name. One that also means
    /// others, by a prefix, an expression or another topic of this spelling, keeps its own pattern beside it. A name without
    /// letters, digits and symbols cannot be written in a query, which then stays the same.
    ///
    /// - Parameter others: The names of all other topics.
    public func renaming(topic former: String, to name: String, beside others: [String]) -> Query {
        switch self {
        case .everything: return self
        case .condition(.words(let pattern, in: .topic)):
            let meansOthers = pattern.form == .prefix || others.contains { pattern.matches([$0], isWhole: true) }
            return naming(topic: former, by: name, besideItself: meansOthers) { pattern.matches([$0], isWhole: true) }
        case .condition(.regex(let pattern, in: .topic)):
            return naming(topic: former, by: name, besideItself: true, pattern.matches)
        case .condition: return self
        case .not(let inner): return .not(inner.renaming(topic: former, to: name, beside: others))
        case .all(let parts):
            return .all(of: parts.map { $0.renaming(topic: former, to: name, beside: others) })
        case .any(let parts):
            return .any(of: parts.map { $0.renaming(topic: former, to: name, beside: others) })
        }
    }

    /// Returns a condition on topics after one was renamed, of which `matches` tells the names.
    private func naming(
        topic former: String, by name: String, besideItself: Bool, _ matches: (String) -> Bool
    ) -> Query {
        guard matches(former), !matches(name), let pattern = WordPattern(name, name.isPlainWord ? .word : .phrase)
        else { return self }
        let renamed = Query.condition(.words(pattern, in: .topic))
        return besideItself ? .any(of: [self, renamed]) : renamed
    }
}
