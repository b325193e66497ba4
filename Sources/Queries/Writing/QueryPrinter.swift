extension Query: CustomStringConvertible {
    /// The query as written, in its shortest form.
    public var description: String { QueryPrinter.print(self) }
}

/// Prints a query with as few brackets as needed to parse back to the same value.
enum QueryPrinter {
    static func print(_ query: Query) -> String {
        text(query, inside: .either)
    }

    /// The context of a part; a part that binds more loosely needs brackets.
    private enum Strength: Int {
        case either
        case both
        case not
    }

    private static func text(_ query: Query, inside strength: Strength) -> String {
        switch query {
        case .everything: return "*"
        case .condition(let condition): return ConditionText(condition).whole
        case .not(let inner): return "-" + text(inner, inside: .not)
        case .all(let parts), .any(let parts):
            let (own, separator): (Strength, String) =
                if case .all = query { (.both, " ") } else { (.either, " OR ") }
            if let grouped = grouped(parts, separator: separator) { return grouped }
            let inner = parts.map { text($0, inside: own == .either ? .both : .not) }.joined(separator: separator)
            return own.rawValue < strength.rawValue ? "(\(inner))" : inner
        }
    }

    /// Prints `tag:(f1 OR wec)` for parts of one field.
    private static func grouped(_ parts: [Query], separator: String) -> String? {
        var values: [String] = []
        var field: String?
        for part in parts {
            guard case .condition(let condition) = part else { return nil }
            let text = ConditionText(condition)
            guard !text.field.isEmpty, field == nil || field == text.field else { return nil }
            field = text.field
            values.append(text.value)
        }
        return field.map { "\($0):(\(values.joined(separator: separator)))" }
    }
}
