public import EngineConcepts
import WebText

/// An expression of newsboat's filter language, as in its query feeds: comparisons joined by `and` and `or`. Both
/// operators have the same precedence and are right-associative.
/// <https://newsboat.org/releases/2.30.1/docs/newsboat.html#_filter_language>
public indirect enum NewsboatFilter: Hashable, Sendable {
    /// True if both expressions are true.
    case both(Self, Self)
    /// True if at least one expression is true.
    case either(Self, Self)
    /// A comparison of an attribute of an article or its feed.
    case comparison(Comparison)

    /// A comparison of an attribute of an article or its feed.
    public struct Comparison: Hashable, Sendable {
        /// The attribute, such as `title`.
        public var attribute: String
        /// The operator.
        public var relation: Relation
        /// The operand: text, a number, or two numbers separated by a colon.
        public var value: String

        public init(_ attribute: String, _ relation: Relation, _ value: String) {
            self.attribute = attribute
            self.relation = relation
            self.value = value
        }
    }

    /// A comparison operator. The raw value is newsboat's notation.
    public enum Relation: String, Hashable, Sendable {
        case equals = "="
        /// Not equal.
        case differs = "!="
        /// The regular expression matches a part, ignoring case.
        case matches = "=~"
        /// The regular expression does not match any part.
        case matchesNot = "!~"
        case less = "<"
        case greater = ">"
        case atMost = "<="
        case atLeast = ">="
        /// Between two numbers, inclusive.
        case between
        /// One of the words is equal.
        case contains = "#"
        /// None of the words is equal.
        case containsNot = "!#"

        /// The operator that this one negates, or `nil` if it is not a negation.
        public var denied: Relation? {
            switch self {
            case .differs: .equals
            case .matchesNot: .matches
            case .containsNot: .contains
            default: nil
            }
        }
    }

    /// A syntax error of an expression.
    public struct SyntaxError: PresentableError, Hashable {
        /// The missing part and its place.
        public let message: Message
    }

    /// Parses an expression.
    public init(parsing text: String) throws(SyntaxError) {
        var parser = Parser(rest: text[...])
        self = try parser.expression(depth: 0)
        parser.skipSpaces()
        guard parser.rest.isEmpty else { throw parser.syntaxError(Message("filterConjunction")) }
    }

    /// Returns true or false if the address and tags of `subscription` decide the expression for all its articles, or
    /// `nil` if it depends on the article or on the feed's content.
    public func holds(of subscription: Subscription) -> Bool? {
        switch self {
        case .both(let one, let other):
            switch (one.holds(of: subscription), other.holds(of: subscription)) {
            case (false, _), (_, false): false
            case (true, let rest), (let rest, true): rest
            default: nil
            }
        case .either(let one, let other):
            switch (one.holds(of: subscription), other.holds(of: subscription)) {
            case (true, _), (_, true): true
            case (false, let rest), (let rest, false): rest
            default: nil
            }
        case .comparison(let comparison): comparison.holds(of: subscription)
        }
    }

    /// True if the expression only uses addresses and tags of feeds.
    var isAboutFeeds: Bool {
        switch self {
        case .both(let one, let other), .either(let one, let other): one.isAboutFeeds && other.isAboutFeeds
        case .comparison(let comparison): comparison.isAboutFeeds
        }
    }
}

extension NewsboatFilter.Comparison {
    /// True if the comparison is a valid one of addresses or tags of feeds.
    var isAboutFeeds: Bool {
        guard ["tags", "rssurl"].contains(attribute) else { return false }
        switch relation.denied ?? relation {
        case .equals, .contains: return true
        case .matches: return expression != nil
        default: return false
        }
    }

    /// The operand as a regular expression, or `nil` if it is not valid.
    private var expression: LinearExpression? {
        do throws(LinearExpression.SyntaxError) { return try LinearExpression(value) } catch { return nil }
    }

    /// Returns the result for all articles of `subscription`, or `nil` if it is unknown.
    package func holds(of subscription: Subscription) -> Bool? {
        guard isAboutFeeds else { return nil }
        let text = attribute == "rssurl" ? subscription.address : subscription.topics.joined(separator: " ")
        let positive = relation.denied ?? relation
        let holds: Bool? =
            switch positive {
            case .equals: text == value
            case .matches: expression.map { $0.matches(text) }
            // A tag with spaces is compared as a whole.
            default:
                attribute == "tags" && subscription.topics.contains(value)
                    || text.split(separator: " ").contains { $0 == value }
            }
        return holds.map { $0 == (positive == relation) }
    }
}

extension NewsboatFilter {
    /// The parser's position in the expression.
    private struct Parser {
        /// The maximum nesting of parentheses.
        private static let maximumDepth = 100
        private static let relations: [Relation] = [
            .matches, .matchesNot, .differs, .atMost, .atLeast, .less, .greater, .between, .containsNot, .contains,
        ]

        var rest: Substring

        mutating func expression(depth: Int) throws(SyntaxError) -> NewsboatFilter {
            guard depth < Self.maximumDepth else { throw SyntaxError(message: Message("filterTooDeep")) }
            let first = try term(depth: depth)
            skipSpaces()
            for (word, isBoth) in [("and", true), ("or", false)] where rest.hasPrefix(word) {
                let behind = rest.dropFirst(word.count)
                guard behind.first == " " || behind.first == "(" else { continue }
                rest = behind
                let second = try expression(depth: depth + 1)
                return isBoth ? .both(first, second) : .either(first, second)
            }
            return first
        }

        private mutating func term(depth: Int) throws(SyntaxError) -> NewsboatFilter {
            skipSpaces()
            guard rest.first == "(" else { return .comparison(try comparison()) }
            rest.removeFirst()
            let inner = try expression(depth: depth + 1)
            skipSpaces()
            guard rest.first == ")" else { throw syntaxError(Message("filterBracket")) }
            rest.removeFirst()
            return inner
        }

        private mutating func comparison() throws(SyntaxError) -> Comparison {
            let attribute = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }
            guard !attribute.isEmpty else { throw syntaxError(Message("filterAttribute")) }
            rest = rest.dropFirst(attribute.count)
            skipSpaces()
            let relation = try relation()
            skipSpaces()
            return Comparison(String(attribute), relation, try value())
        }

        private mutating func relation() throws(SyntaxError) -> Relation {
            if let relation = Self.relations.first(where: { rest.hasPrefix($0.rawValue) }) {
                rest = rest.dropFirst(relation.rawValue.count)
                return relation
            }
            guard rest.hasPrefix("=") else { throw syntaxError(Message("filterComparison")) }
            rest = rest.dropFirst(rest.hasPrefix("==") ? 2 : 1)
            return .equals
        }

        private mutating func value() throws(SyntaxError) -> String {
            guard rest.first == "\"" else {
                let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == ":") }
                guard number.contains(where: \.isNumber) else { throw syntaxError(Message("filterValue")) }
                rest = rest.dropFirst(number.count)
                return String(number)
            }
            var text = ""
            var behind = rest.dropFirst()
            while let character = behind.popFirst() {
                if character == "\"" {
                    rest = behind
                    return text
                }
                text.append(character)
                if character == "\\", let escaped = behind.popFirst() { text.append(escaped) }
            }
            throw syntaxError(Message("filterQuote"))
        }

        mutating func skipSpaces() {
            rest = rest.drop { $0.isWhitespace }
        }

        func syntaxError(_ expected: Message) -> SyntaxError {
            SyntaxError(
                message: rest.isEmpty
                    ? Message("filterMissingAtEnd", ["expected": .message(expected)])
                    : Message(
                        "filterMissing",
                        [
                            "expected": .message(expected),
                            "place": .text(TextSanitizer.line(String(rest.prefix(24)))),
                        ]))
        }
    }
}
