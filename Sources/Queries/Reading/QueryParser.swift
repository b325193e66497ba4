public import EngineConcepts

extension Query {
    /// Parses a query; the syntax is in `docs/query-language.md`. Throws at the first error.
    ///
    /// - Parameters:
    ///   - kinds: The known kinds of source, or `nil` to accept any word as a kind.
    ///   - day: Returns the day that a word such as `yesterday` means, or `nil` if it means none. Without it such words
    ///     are refused: a query that is kept must not change its meaning from day to day.
    public init(
        parsing text: String, kinds: SourceKinds? = nil, day: ((String) -> CivilTime?)? = nil
    ) throws(QueryError) {
        var parser = try QueryParser(text, kinds: kinds, day: day)
        self = try parser.whole()
    }
}

/// A recursive-descent parser of the query language:
///
///     either  = both ("OR" both)*
///     both    = one ("AND"? one)*
///     one     = ("NOT" | "-") one | "(" either ")" | (field ":" | "#")? value
///     value   = "(" either ")" | '"' … '"' "*"? | "/" … "/" | word "*"?
///
/// The brackets of a field hold values only. Limits of length, depth and conditions bound stack and time for hostile
/// text. A `#` is short for `tag:`.
package struct QueryParser {
    /// The longest query, in Unicode scalars.
    package static let maximumLength = 8000
    /// The deepest nesting of brackets and negations.
    static let maximumDepth = 60
    /// The largest number of conditions.
    static let maximumConditions = 1000

    var scanner: QueryScanner
    let kinds: SourceKinds?
    /// A function that returns the day that a word means, or `nil` to refuse words.
    let day: ((String) -> CivilTime?)?
    private var depth = 0
    private var conditions = 0

    init(_ text: String, kinds: SourceKinds?, day: ((String) -> CivilTime?)?) throws(QueryError) {
        scanner = QueryScanner(text)
        self.kinds = kinds
        self.day = day
        guard scanner.count <= QueryParser.maximumLength else {
            throw QueryError(
                .tooLarge, at: scanner.column(at: QueryParser.maximumLength), Message("queryTooLong"),
                advice: Message("queryLimit", ["count": .number(QueryParser.maximumLength)]))
        }
    }

    mutating func whole() throws(QueryError) -> Query {
        scanner.skipSpaces()
        guard !scanner.isAtEnd else {
            throw QueryError(.empty, at: 1, Message("queryEmpty"), advice: Message("queryEmptyAdvice"))
        }
        let query = try either(in: nil)
        guard scanner.isAtEnd else {
            throw QueryError(
                .misplaced, at: scanner.column, Message("bracketStray"), advice: Message("bracketStrayAdvice"))
        }
        return query
    }

    private mutating func either(in written: WrittenField?) throws(QueryError) -> Query {
        var parts = [try both(in: written)]
        while scanner.consume(word: "OR") {
            parts.append(try both(in: written))
        }
        return .any(of: parts)
    }

    private mutating func both(in written: WrittenField?) throws(QueryError) -> Query {
        var parts = [try one(in: written)]
        while true {
            scanner.skipSpaces()
            if scanner.isAtEnd || scanner.peek == ")" || scanner.sees(word: "OR") {
                return .all(of: parts)
            }
            _ = scanner.consume(word: "AND")
            parts.append(try one(in: written))
        }
    }

    private mutating func one(in written: WrittenField?) throws(QueryError) -> Query {
        scanner.skipSpaces()
        let start = scanner.column
        depth += 1
        defer { depth -= 1 }
        guard depth <= QueryParser.maximumDepth else {
            throw QueryError(
                .tooLarge, at: start, Message("queryTooDeep"),
                advice: Message("queryDepthLimit", ["count": .number(QueryParser.maximumDepth)]))
        }
        if let taken = scanner.consumeNegation() {
            try expectOperand(after: taken)
            return try one(in: written).negated
        }
        try expectOperand(after: nil)
        if scanner.consume("(") { return try group(opened: start, in: written) }
        conditions += 1
        guard conditions <= QueryParser.maximumConditions else {
            throw QueryError(
                .tooLarge, at: start, Message("queryTooManyConditions"),
                advice: Message("queryConditionLimit", ["count": .number(QueryParser.maximumConditions)]))
        }
        if let written {
            try refuseField(within: written)
            return try value(of: written)
        }
        guard let written = try writtenField() else {
            return try value(of: WrittenField(field: .text(.anywhere), name: ""))
        }
        let opened = scanner.column
        if scanner.consume("(") { return try group(opened: opened, in: written) }
        try refuseNegation(of: written)
        return try value(of: written)
    }

    /// Throws at a hyphen after the colon, which is meant as a negation.
    private func refuseNegation(of written: WrittenField) throws(QueryError) {
        guard scanner.peek == "-" else { return }
        throw QueryError(
            .misplaced, at: scanner.column, Message("negationMisplaced"),
            advice: Message("negationAdvice", written.argument))
    }

    private mutating func group(opened: Int, in written: WrittenField?) throws(QueryError) -> Query {
        scanner.skipSpaces()
        if scanner.peek == ")" {
            throw QueryError(
                .expectedValue, at: scanner.column, Message("groupEmpty"), advice: Message("groupEmptyAdvice"))
        }
        let query = scanner.isAtEnd ? nil : try either(in: written)
        guard let query, scanner.consume(")") else {
            throw QueryError(.unclosed, at: opened, Message("groupOpen"), advice: Message("groupOpenAdvice"))
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
                throw QueryError(.misplaced, at: column, Message("bracketStray"), advice: Message("bracketStrayAdvice"))
            }
            throw QueryError(
                .expectedValue, at: column, Message("operandMissing", ["operator": .text(before)]),
                advice: Message("operandAdvice", ["operator": .text(before)]))
        }
        for word in ["OR", "AND"] where scanner.sees(word: word) {
            throw QueryError(
                .misplaced, at: column,
                Message("operatorMisplaced", ["operator": .text(word)]),
                advice: Message("operatorAdvice", ["operator": .text(word)]))
        }
    }
}
