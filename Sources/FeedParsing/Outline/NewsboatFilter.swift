import WebText

/// An expression of newsboat's filter language, as its query feeds have it: comparisons joined by `and` and `or`. Neither
/// binds stronger than the other: each takes all that follows it, up to a bracket.
/// <https://newsboat.org/releases/2.30.1/docs/newsboat.html#_filter_language>
public indirect enum NewsboatFilter: Hashable, Sendable {
    /// Both hold.
    case both(Self, Self)
    /// At least one of them holds.
    case either(Self, Self)
    /// An attribute of an article or its feed is compared.
    case comparison(Comparison)

    /// Something that is asked of an article or its feed.
    public struct Comparison: Hashable, Sendable {
        /// What is looked at, such as `title`.
        public var attribute: String
        /// How.
        public var relation: Relation
        /// What it is compared with: text, a number, or two numbers with a colon between them.
        public var value: String

        /// Describes a comparison.
        public init(_ attribute: String, _ relation: Relation, _ value: String) {
            self.attribute = attribute
            self.relation = relation
            self.value = value
        }
    }

    /// How an attribute is compared. The raw value is how newsboat writes it.
    public enum Relation: String, Hashable, Sendable {
        /// It is exactly so.
        case equals = "="
        /// It is not exactly so.
        case differs = "!="
        /// The regular expression matches somewhere, in any case.
        case matches = "=~"
        /// The regular expression matches nowhere.
        case matchesNot = "!~"
        /// It is a smaller number.
        case less = "<"
        /// It is a greater number.
        case greater = ">"
        /// It is no greater number.
        case atMost = "<="
        /// It is no smaller number.
        case atLeast = ">="
        /// It is a number between two, these included.
        case between
        /// One of its words is exactly so.
        case contains = "#"
        /// None of its words is exactly so.
        case containsNot = "!#"

        /// What this one denies, where it is a denial.
        public var denied: Relation? {
            switch self {
            case .differs: .equals
            case .matchesNot: .matches
            case .containsNot: .contains
            default: nil
            }
        }
    }

    /// Why a text is no such expression, as the end of a sentence about it.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was expected, and where.
        public let description: String
    }

    /// Reads an expression.
    public init(parsing text: String) throws(Problem) {
        var reader = TimelineLauncher(rest: text[...])
        self = try reader.expression(depth: 0)
        reader.skipSpaces()
        guard reader.rest.isEmpty else { throw reader.problem("“and” or “or”") }
    }

    /// Whether it holds of everything that `subscription` brings, by its address and tags; nil where that depends on the article
    /// or on what the feed says of itself.
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

    /// Whether it asks for addresses and tags of feeds alone.
    var isAboutFeeds: Bool {
        switch self {
        case .both(let one, let other), .either(let one, let other): one.isAboutFeeds && other.isAboutFeeds
        case .comparison(let comparison): comparison.isAboutFeeds
        }
    }
}

extension NewsboatFilter.Comparison {
    /// Whether it asks for addresses or tags of feeds, in a way that can be answered.
    var isAboutFeeds: Bool {
        guard ["tags", "rssurl"].contains(attribute) else { return false }
        switch relation.denied ?? relation {
        case .equals, .contains: return true
        case .matches: return expression != nil
        default: return false
        }
    }

    /// The value as a regular expression; nil where it is none.
    private var expression: Regex<AnyRegexOutput>? {
        do {
            return try Regex(value).ignoresCase()
        } catch {
            return nil
        }
    }

    /// Whether it holds of everything that `subscription` brings; nil where that cannot be told.
    package func holds(of subscription: Subscription) -> Bool? {
        guard isAboutFeeds else { return nil }
        let texts =
            attribute == "rssurl" ? [subscription.address] : [subscription.topics.joined(separator: " ")]
        let asked = relation.denied ?? relation
        let holds: Bool? =
            switch asked {
            case .equals: texts.contains(value)
            case .matches: expression.map { expression in texts.contains { $0.contains(expression) } }
            // Where a tag has spaces in it, people mean the whole of it.
            default:
                (attribute == "tags" && subscription.topics.contains(value))
                    || texts.contains { $0.split(separator: " ").contains { $0 == value } }
            }
        return holds.map { $0 == (asked == relation) }
    }
}

extension NewsboatFilter {
    /// Where in an expression the next thing is read.
    private struct TimelineLauncher {
        /// More brackets than anybody writes.
        private static let deepest = 100
        private static let relations: [Relation] = [
            .matches, .matchesNot, .differs, .atMost, .atLeast, .less, .greater, .between, .containsNot, .contains,
        ]

        var rest: Substring

        mutating func expression(depth: Int) throws(Problem) -> NewsboatFilter {
            guard depth < Self.deepest else { throw Problem(description: "it has too many brackets") }
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

        private mutating func term(depth: Int) throws(Problem) -> NewsboatFilter {
            skipSpaces()
            guard rest.first == "(" else { return .comparison(try comparison()) }
            rest.removeFirst()
            let inner = try expression(depth: depth + 1)
            skipSpaces()
            guard rest.first == ")" else { throw problem("a closing bracket") }
            rest.removeFirst()
            return inner
        }

        private mutating func comparison() throws(Problem) -> Comparison {
            let attribute = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }
            guard !attribute.isEmpty else { throw problem("the name of an attribute") }
            rest = rest.dropFirst(attribute.count)
            skipSpaces()
            let relation = try relation()
            skipSpaces()
            return Comparison(String(attribute), relation, try value())
        }

        private mutating func relation() throws(Problem) -> Relation {
            if let relation = Self.relations.first(where: { rest.hasPrefix($0.rawValue) }) {
                rest = rest.dropFirst(relation.rawValue.count)
                return relation
            }
            guard rest.hasPrefix("=") else { throw problem("a comparison such as =~") }
            rest = rest.dropFirst(rest.hasPrefix("==") ? 2 : 1)
            return .equals
        }

        private mutating func value() throws(Problem) -> String {
            guard rest.first == "\"" else {
                let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == ":") }
                guard number.contains(where: \.isNumber) else { throw problem("a number, or a text in quotes") }
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
            throw problem("a closing quotation mark")
        }

        mutating func skipSpaces() {
            rest = rest.drop { $0.isWhitespace }
        }

        func problem(_ expected: String) -> Problem {
            let place = rest.isEmpty ? "at its end" : "before “\(TextSanitizer.line(String(rest.prefix(24))))”"
            return Problem(description: "\(expected) is missing \(place)")
        }
    }
}
