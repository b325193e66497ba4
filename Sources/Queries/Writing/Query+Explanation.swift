public import EngineConcepts

extension Query {
    /// Returns the query in words, such as “items whose title has “ferrari” and that are unread”.
    ///
    /// - Parameter kinds: The kinds of source with a title.
    public func explanation(kinds: SourceKinds = SourceKinds()) -> Message {
        switch self {
        case .everything, .not(.everything): clause(kinds)
        default: Message("query.items", ["clause": .message(clause(kinds))])
        }
    }

    /// Returns a clause about the items, to be joined to others by “and”, “or” and “but not those”.
    private func clause(_ kinds: SourceKinds) -> Message {
        switch self {
        // In the normal form, these two are no part of another query.
        case .everything: return Message("query.everything")
        case .not(.everything): return Message("query.nothing")
        case .condition(let condition): return condition.clause(kinds)
        case .not(.condition(let condition)): return condition.clause(isNegated: true, kinds)
        case .not(let inner): return Message("query.except", ["clause": .message(inner.part(kinds))])
        case .any(let parts):
            return Self.sharedClause(of: parts, kinds) ?? parts.map { $0.part(kinds) }.joined(by: "query.or")
        case .all(let parts):
            // Wanted parts come first, then unwanted ones.
            var (wanted, unwanted): ([Message], [Message]) = ([], [])
            for part in parts {
                if case .not(let inner) = part {
                    unwanted.append(inner.part(kinds))
                } else {
                    wanted.append(part.part(kinds))
                }
            }
            guard !wanted.isEmpty else {
                return Message("query.except", ["clause": .message(unwanted.joined(by: "query.andThose"))])
            }
            return ([wanted.joined(by: "query.and")] + unwanted).joined(by: "query.butNot")
        }
    }

    /// Returns the clause as a part of another one, in brackets where it has several parts itself.
    private func part(_ kinds: SourceKinds) -> Message {
        switch self {
        case .any(let parts):
            Self.sharedClause(of: parts, kinds) ?? Message("query.group", ["clause": .message(clause(kinds))])
        case .all: Message("query.group", ["clause": .message(clause(kinds))])
        default: clause(kinds)
        }
    }

    /// Returns one clause for alternatives that differ only in their values, such as tags, or `nil` for others.
    private static func sharedClause(of parts: [Query], _ kinds: SourceKinds) -> Message? {
        let clauses = parts.compactMap { part -> Message? in
            if case .condition(let condition) = part { condition.clause(kinds) } else { nil }
        }
        let values = clauses.compactMap { $0.arguments["value"] }
        guard values.count == parts.count, let last = values.last, let key = clauses.first?.key,
            clauses.allSatisfy({ $0.key == key })
        else { return nil }
        let shared = Message("query.oneOf", ["values": .list(Array(values.dropLast())), "last": last])
        return Message(key, ["value": .message(shared)])
    }
}

extension [Message] {
    /// Joins clauses by the text of a key, such as “{first} and {second}”. Halves are joined, not one clause after the
    /// other, so that a thousand of them do not nest deeply.
    fileprivate func joined(by key: String) -> Message {
        guard count > 1 else { return first ?? Message("query.everything") }
        let middle = count / 2
        return Message(
            key,
            [
                "first": .message(Array(prefix(middle)).joined(by: key)),
                "second": .message(Array(suffix(from: middle)).joined(by: key)),
            ])
    }
}
