import EngineConcepts

extension QueryParser {
    /// Parses a field's name and its colon, or a `#` for tags, or returns `nil` if the next thing is no field.
    mutating func writtenField() throws(QueryError) -> WrittenField? {
        let start = scanner.position
        if scanner.consume("#") {
            if seesValue { return WrittenField(field: .text(.tag), name: "tag") }
            scanner.goBack(to: start)
            return nil
        }
        let name = scanner.consume { $0.isAlphabetic || $0 == "_" }
        guard !name.isEmpty, scanner.peek == ":" else {
            scanner.goBack(to: start)
            return nil
        }
        _ = scanner.next()
        guard let field = Field.byName[name.lowercased()] else {
            // A colon that ends a word belongs to a pasted sentence.
            guard seesValue else {
                scanner.goBack(to: start)
                return nil
            }
            throw unknown(name, at: scanner.column(at: start))
        }
        guard seesValue else {
            throw QueryError(
                .expectedValue, at: scanner.column, Message("valueMissing", ["field": .text(name)]),
                advice: Message("valueMissingAdvice", ["example": .text(field.example)]))
        }
        return WrittenField(field: field, name: name)
    }

    /// True unless a space, a closing bracket or the end comes next.
    private var seesValue: Bool {
        scanner.peek.map { !$0.isWhitespace && $0 != ")" } ?? false
    }

    /// Throws if a name and a colon, most likely another field, follow within the brackets of a field.
    mutating func refuseField(within written: WrittenField) throws(QueryError) {
        let start = scanner.position
        let name = scanner.consume { $0.isAlphabetic }
        let isField = scanner.peek == ":" && Field.byName[name.lowercased()] != nil
        scanner.goBack(to: start)
        guard isField else { return }
        throw QueryError(
            .unknownField, at: scanner.column,
            Message("fieldWithinField", ["name": .text(name), "field": .text(written.name)]),
            advice: Message("fieldWithinAdvice"))
    }

    private func unknown(_ name: String, at start: Int) -> QueryError {
        let advice: Message
        if ["http", "https", "gemini", "gopher"].contains(name.lowercased()) {
            advice = Message("urlIsNoField")
        } else if let here = Field.foreignNames[name.lowercased()] {
            advice = Message("fieldElsewhere", ["field": .text(here)])
        } else {
            advice = Message("fieldList", ["fields": .list(Field.all.map { .text($0.name) })])
        }
        return QueryError(.unknownField, at: start, Message("fieldUnknown", ["name": .text(name)]), advice: advice)
    }

    /// The characters other than spaces that end a word.
    private static let endsOfWords: [Unicode.Scalar] = ["(", ")", "\"", "“", "”", "„"]

    /// Parses a value of a field.
    mutating func value(of written: WrittenField) throws(QueryError) -> Query {
        let position = scanner.position
        switch scanner.peek {
        case "/": return try regex(of: written)
        case "\"", "“", "„", "”": return try quoted(of: written)
        default: break
        }
        let isAnywhere = written.field == .text(.anywhere)
        var text = scanner.consume { !$0.isWhitespace && !Self.endsOfWords.contains($0) }
        if isAnywhere, text == "*" { return .everything }
        let start = scanner.column(at: position)
        guard !text.isEmpty else {
            throw QueryError(
                .expectedValue, at: start, Message("valueMissing", written.argument),
                advice: Message("valueExample", ["example": .text(written.field.example)]))
        }
        try refuseList(text, of: written, at: start)
        var form = WordPattern.Form.word
        if text.unicodeScalars.last == "*" {
            text.unicodeScalars.removeLast()
            form = .prefix
        }
        try refuseStar(within: text, of: written, at: position)
        return .condition(try condition(written, text: text, form: form, at: start))
    }

    /// Throws at a star in the wrong place: it stands for the rest of a word only.
    private func refuseStar(within text: String, of written: WrittenField, at position: Int) throws(QueryError) {
        guard case .text = written.field, let star = text.unicodeScalars.firstIndex(of: "*") else { return }
        let prefix = written.name.isEmpty ? "" : "\(written.name):"
        let beginning = text.prefix { $0 != "*" }
        let expression = text.split(separator: "*", omittingEmptySubsequences: false).joined(separator: "\\S*")
            .replacing("/", with: "\\/")
        let distance = text.unicodeScalars.distance(from: text.startIndex, to: star)
        throw QueryError(
            .misplaced, at: scanner.column(at: position + distance), Message("starMisplaced"),
            advice: beginning.isEmpty
                ? Message("starAdvice", ["expression": .text("\(prefix)/\(expression)/")])
                : Message(
                    "starAdviceWithBeginning",
                    [
                        "beginning": .text("\(prefix)\(beginning)*"),
                        "expression": .text("\(prefix)/\(expression)/"),
                    ]))
    }

    /// Throws at several values with commas between them, which no field takes but many write.
    private func refuseList(_ text: String, of written: WrittenField, at start: Int) throws(QueryError) {
        switch written.field {
        case .text(.anywhere), .text(.url), .count: return
        default: break
        }
        let values = text.split(separator: ",").map(String.init)
        guard text.contains(","), let first = values.first else { return }
        throw QueryError(
            .unknownValue, at: start, Message("fieldTakesOneValue", written.argument),
            advice: values.count > 1
                ? Message(
                    "fieldTakesAlternatives",
                    ["field": .text(written.name), "values": .text(values.joined(separator: " OR "))])
                : Message("fieldTakesNoComma", ["field": .text(written.name), "value": .text(first)]))
    }

    private mutating func quoted(of written: WrittenField) throws(QueryError) -> Query {
        let start = scanner.column
        let closing: [Unicode.Scalar] = scanner.next() == "\"" ? ["\""] : ["”", "“"]
        var text = ""
        while true {
            guard let next = scanner.next() else {
                throw QueryError(.unclosed, at: start, Message("quoteOpen"), advice: Message("quoteOpenAdvice"))
            }
            if closing.contains(next) { break }
            if next == "\\", let escaped = scanner.peek, escaped == "\\" || escaped == "\"" {
                _ = scanner.next()
                text.unicodeScalars.append(escaped)
            } else {
                text.unicodeScalars.append(next)
            }
        }
        let isPrefix = scanner.consume("*")
        if scanner.peek?.isWordPart == true {
            throw QueryError(.misplaced, at: scanner.column, Message("quoteHasRest"), advice: Message("quoteEndAdvice"))
        }
        return .condition(try condition(written, text: text, form: isPrefix ? .prefix : .phrase, at: start))
    }

    private mutating func regex(of written: WrittenField) throws(QueryError) -> Query {
        let start = scanner.column
        _ = scanner.next()
        var source = ""
        while true {
            guard let next = scanner.next() else {
                throw QueryError(.unclosed, at: start, Message("regexOpen"), advice: Message("regexOpenAdvice"))
            }
            if next == "/" { break }
            source.unicodeScalars.append(next)
            if next == "\\", let escaped = scanner.next() { source.unicodeScalars.append(escaped) }
        }
        guard case .text(let scope) = written.field else {
            throw QueryError(
                .unknownValue, at: start, Message("fieldTakesNoRegex", written.argument),
                advice: Message("valueExample", ["example": .text(written.field.example)]))
        }
        if seesValue {
            throw QueryError(
                .misplaced, at: scanner.column, Message("regexHasRest"),
                advice: scanner.peek == "i" ? Message("regexCaseAdvice") : Message("regexEndAdvice"))
        }
        guard !source.isEmpty else {
            throw QueryError(.expectedValue, at: start, Message("regexEmpty"), advice: Message("regexEmptyAdvice"))
        }
        do {
            return .condition(.regex(try RegexPattern(source), in: scope))
        } catch {
            throw QueryError(.badRegex, at: start, error.message, advice: Message("regexInvalidAdvice"))
        }
    }

    private func condition(
        _ written: WrittenField, text: String, form: WordPattern.Form, at start: Int
    ) throws(QueryError) -> Condition {
        let whole = form == .prefix ? text + "*" : text
        if case .text(let scope) = written.field {
            guard let pattern = WordPattern(text, form) else { throw nothingToFind(whole, at: start) }
            return .words(pattern, in: scope)
        }
        return try ValueReader(written: written, text: whole, column: start, kinds: kinds, day: day).condition()
    }

    private func nothingToFind(_ text: String, at start: Int) -> QueryError {
        let operators = ["=~", "!~", "=", "==", "!=", "<", ">", "<=", ">=", "#"]
        let advice =
            switch text {
            case "&", "&&": Message("andAdvice")
            case "|", "||", ",": Message("orAdvice")
            case "!": Message("notAdvice")
            case _ where operators.contains(text):
                Message("compareAdvice")
            default: Message("signAdvice")
            }
        return QueryError(.nothingToFind, at: start, Message("nothingToFind", ["text": .text(text)]), advice: advice)
    }
}
