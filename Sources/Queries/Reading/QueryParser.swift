extension Query {
    /// Parses a query; the syntax is in `docs/query-language.md`. Throws at the first error.
    public init(parsing text: String) throws(QueryError) {
        do throws(QueryError) {
            var parser = try QueryParser(text)
            self = try parser.whole()
        } catch {
            throw error.located(in: text)
        }
    }
}

/// A recursive-descent parser of the query language:
///
///     either  = both ("OR" both)*
///     both    = one ("AND"? one)*
///     one     = ("NOT" | "-") one | "(" either ")" | field ":" value | value
///     value   = "(" either ")" | '"' … '"' "*"? | "/" … "/" | word "*"?
///
/// The brackets of a field hold values only. Limits of length, depth and conditions bound stack and time for hostile
/// text.
struct QueryParser {
    /// The longest query, in Unicode scalars.
    static let longest = 8000
    /// The deepest nesting of brackets and negations.
    static let deepest = 60
    /// The largest number of conditions.
    static let mostConditions = 1000

    var scanner: QueryScanner
    private var depth = 0
    private var conditions = 0

    init(_ text: String) throws(QueryError) {
        scanner = QueryScanner(text)
        guard scanner.count <= QueryParser.longest else {
            throw QueryError(
                .tooLarge, at: QueryParser.longest + 1, "the query is too long",
                advice: "A query has at most \(QueryParser.longest) characters. Make two of it.")
        }
    }

    mutating func whole() throws(QueryError) -> Query {
        scanner.skipSpaces()
        guard !scanner.isAtEnd else {
            throw QueryError(
                .empty, at: 1, "there is nothing to look for",
                advice: "Write a word, or a field such as tag:f1. All tickets are *.")
        }
        let query = try either(in: nil)
        guard scanner.isAtEnd else {
            throw QueryError(
                .misplaced, at: scanner.column, "there is no ( for this )",
                advice: "Take it away, or put text that holds brackets into quotes.")
        }
        return query
    }

    private mutating func either(in field: NamedField?) throws(QueryError) -> Query {
        var parts = [try both(in: field)]
        while scanner.take(word: "OR") {
            parts.append(try both(in: field))
        }
        return .any(of: parts)
    }

    private mutating func both(in field: NamedField?) throws(QueryError) -> Query {
        var parts = [try one(in: field)]
        while true {
            scanner.skipSpaces()
            if scanner.isAtEnd || scanner.peek == ")" || scanner.sees(word: "OR") {
                return .all(of: parts)
            }
            _ = scanner.take(word: "AND")
            parts.append(try one(in: field))
        }
    }

    private mutating func one(in field: NamedField?) throws(QueryError) -> Query {
        scanner.skipSpaces()
        let start = scanner.column
        depth += 1
        defer { depth -= 1 }
        guard depth <= QueryParser.deepest else {
            throw QueryError(
                .tooLarge, at: start, "brackets and negations stand too deep in each other",
                advice: "A query is at most \(QueryParser.deepest) levels deep.")
        }
        if let taken = scanner.takeNegation() {
            try expectOperand(after: taken)
            return try one(in: field).negated
        }
        try expectOperand(after: nil)
        if scanner.take("(") { return try group(opened: start, in: field) }
        conditions += 1
        guard conditions <= QueryParser.mostConditions else {
            throw QueryError(
                .tooLarge, at: start, "the query has too many conditions",
                advice: "A query has at most \(QueryParser.mostConditions). Make two of it.")
        }
        if let field {
            try refuseField(within: field)
            return try value(of: field)
        }
        guard let field = try namedField() else {
            return try value(of: NamedField(.text(.anywhere), name: ""))
        }
        if scanner.take("(") { return try group(opened: scanner.column - 1, in: field) }
        try refuseNegation(of: field)
        return try value(of: field)
    }

    /// Throws at a hyphen after the colon, which is meant as a negation.
    private func refuseNegation(of field: NamedField) throws(QueryError) {
        guard scanner.peek == "-" else { return }
        throw QueryError(
            .misplaced, at: scanner.column, "the - of a negation stands before the field",
            advice: "Write -\(field.name): and the value. What begins with a hyphen itself is put into quotes.")
    }

    private mutating func group(opened: Int, in field: NamedField?) throws(QueryError) -> Query {
        scanner.skipSpaces()
        if scanner.peek == ")" {
            throw QueryError(
                .expectedValue, at: scanner.column, "expected something between ( and )",
                advice: "Put a condition between the brackets, or take them away.")
        }
        let query = try either(in: field)
        guard scanner.take(")") else {
            throw QueryError(
                .unclosed, at: opened, "the bracket is not closed",
                advice: "Write a ) where the group ends.")
        }
        return query
    }

    /// Throws unless something can begin here.
    private mutating func expectOperand(after taken: String?) throws(QueryError) {
        scanner.skipSpaces()
        let column = scanner.column
        let before = taken ?? scanner.lastOperator
        if scanner.isAtEnd || scanner.peek == ")" {
            guard let before else {
                throw QueryError(
                    .misplaced, at: column, "there is no ( for this )",
                    advice: "Take it away, or put text that holds brackets into quotes.")
            }
            throw QueryError(
                .expectedValue, at: column, "expected something after \(before)",
                advice:
                    "Write a condition there, or take \(before) away. To look for the word itself, quote it: "
                    + "\"\(before)\".")
        }
        for word in ["OR", "AND"] where scanner.sees(word: word) {
            throw QueryError(
                .misplaced, at: column,
                "\(word) stands between two conditions, and there is none before it",
                advice: "Take it away, or quote it to look for the word: \"\(word)\".")
        }
    }
}

/// A field and the name that the reader wrote.
struct NamedField {
    let field: Field
    let name: String

    init(_ field: Field, name: String) {
        self.field = field
        self.name = name
    }
}
