extension Query {
    /// Returns the query after a topic was renamed: its conditions on the topic name it by its new name. One that also means
    /// others, by a prefix, an expression or another topic of this spelling, keeps its own pattern beside it. A name without
    /// letters, digits and emoji cannot be written in a query, which then stays the same.
    ///
    /// - Parameter others: The names of all other topics.
    public func renaming(topic oldName: String, to name: String, beside others: [String]) -> Query {
        mapConditions { condition in
            guard condition.finds(topic: oldName), !condition.finds(topic: name),
                let pattern = WordPattern(naming: name)
            else { return .condition(condition) }
            let renamed = Query.condition(.words(pattern, in: .topic))
            let meansOthers = condition.isOpenToNames || others.contains(where: condition.finds)
            return meansOthers ? .any(of: [.condition(condition), renamed]) : renamed
        }
    }

    /// Returns true if a condition finds this topic and none of the other ones, so that it finds nothing without the topic.
    public func depends(onTopic name: String, beside others: [String]) -> Bool {
        conditions.contains { $0.finds(topic: name) && !others.contains(where: $0.finds) }
    }

    /// Returns true if ``renaming(topic:to:beside:)`` cannot keep the topic in the query, because the new name cannot be
    /// written in one.
    public func loses(topic oldName: String, renamedTo name: String) -> Bool {
        WordPattern(naming: name) == nil && conditions.contains { $0.finds(topic: oldName) && !$0.finds(topic: name) }
    }

    /// Returns the query as a rule applies it. No ticket is in a topic to which no source belongs, and none is off it: a rule
    /// for tickets off a topic that is gone would otherwise affect all tickets.
    public func applied(in context: QueryContext) -> Query {
        let named = conditions.filter(\.isAboutTopic)
        guard !named.isEmpty else { return self }
        let names = Set(context.sourceTopics.values.joined())
        let missing = Set(named.filter { !names.contains(where: $0.finds) })
        return missing.isEmpty ? self : leavingOut(missing, isNegated: false)
    }

    /// Returns the query, or its negation, in which these conditions find nothing, negated or not. Negations stand at the
    /// conditions, so that queries of one meaning stay so.
    private func leavingOut(_ missing: Set<Condition>, isNegated: Bool) -> Query {
        switch self {
        case .everything: return isNegated ? .nothing : self
        case .condition(let condition):
            if missing.contains(condition) { return .nothing }
            return isNegated ? .not(self) : self
        case .not(let inner): return inner.leavingOut(missing, isNegated: !isNegated)
        case .all(let parts):
            let parts = parts.map { $0.leavingOut(missing, isNegated: isNegated) }
            return isNegated ? .any(of: parts) : .all(of: parts)
        case .any(let parts):
            let parts = parts.map { $0.leavingOut(missing, isNegated: isNegated) }
            return isNegated ? .all(of: parts) : .any(of: parts)
        }
    }
}

extension Condition {
    /// True if it is a condition on topics.
    fileprivate var isAboutTopic: Bool {
        switch self {
        case .words(_, in: .topic), .regex(_, in: .topic): true
        default: false
        }
    }

    /// Returns true if it is a condition on topics that finds the topic of this name.
    fileprivate func finds(topic name: String) -> Bool {
        switch self {
        case .words(let pattern, in: .topic): pattern.matches([name], isWhole: true)
        case .regex(let pattern, in: .topic): pattern.matches(name)
        default: false
        }
    }

    /// True if it finds names that are not written out: those with a prefix, or those that match an expression.
    fileprivate var isOpenToNames: Bool {
        switch self {
        case .words(let pattern, _): pattern.form == .prefix
        case .regex: true
        default: false
        }
    }
}

extension WordPattern {
    /// Creates the pattern for a whole name, or returns `nil` if it cannot be written in a query.
    fileprivate init?(naming name: String) {
        self.init(name, name.isPlainWord ? .word : .phrase)
    }
}
