public import EngineConcepts

extension Query {
    /// The query in words, such as “items whose title has “ferrari” and that are unread”.
    public var explanation: Message {
        switch self {
        case .everything, .not(.everything): clause
        default: Message("query.items", ["clause": .message(clause)])
        }
    }

    /// A clause about the items, to be joined to others by “and”, “or” and “but not those”.
    private var clause: Message {
        switch self {
        // In the normal form, these two are no part of another query.
        case .everything: return Message("query.everything")
        case .not(.everything): return Message("query.nothing")
        case .condition(let condition): return condition.clause()
        case .not(.condition(let condition)): return condition.clause(isNegated: true)
        case .not(let inner): return Message("query.except", ["clause": .message(inner.part)])
        case .any(let parts):
            return Self.sharedClause(of: parts) ?? parts.map(\.part).joined(by: "query.or")
        case .all(let parts):
            // Wanted parts come first, then unwanted ones.
            var (wanted, unwanted): ([Message], [Message]) = ([], [])
            for part in parts {
                if case .not(let inner) = part { unwanted.append(inner.part) } else { wanted.append(part.part) }
            }
            guard !wanted.isEmpty else {
                return Message("query.except", ["clause": .message(unwanted.joined(by: "query.andThose"))])
            }
            return ([wanted.joined(by: "query.and")] + unwanted).joined(by: "query.butNot")
        }
    }

    /// The clause as a part of another one, in brackets where it has several parts itself.
    private var part: Message {
        switch self {
        case .any(let parts): Self.sharedClause(of: parts) ?? Message("query.group", ["clause": .message(clause)])
        case .all: Message("query.group", ["clause": .message(clause)])
        default: clause
        }
    }

    /// Returns one clause for alternatives that differ only in their values, such as tags, or `nil` for others.
    private static func sharedClause(of parts: [Query]) -> Message? {
        let clauses = parts.compactMap { part -> Message? in
            if case .condition(let condition) = part { condition.clause() } else { nil }
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
