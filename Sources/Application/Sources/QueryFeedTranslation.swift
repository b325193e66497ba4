import EngineConcepts
import FeedParsing
import Queries

/// Translates newsboat's query feeds into Fiber's query language.
///
/// Tags become topics of sources, so that later sources with the tag belong too. Other comparisons of feeds become sets
/// of sources, and everything else becomes a condition on tickets.
struct QueryFeedTranslation {
    /// The imported subscriptions with their new ids.
    let sources: [(subscription: Subscription, id: SupplierID)]
    /// The names of the topics that tags become, where they differ from the tags.
    let topicNames: [String: String]

    /// The reason why a query feed has no counterpart, to follow a colon.
    struct Failure: PresentableError {
        let message: Message

        init(_ message: Message) { self.message = message }
    }

    /// Returns the query that selects what `feed` selects.
    func query(of feed: QueryFeed) throws(Failure) -> Query {
        let query = try query(of: feed.filter)
        guard query != .nothing else { throw Failure(Message("queryFeedIsEmpty")) }
        do {
            return try Query(parsing: query.description)
        } catch {
            throw Failure(Message("queryFeedTooLong"))
        }
    }

    private func query(of filter: NewsboatFilter) throws(Failure) -> Query {
        switch filter {
        case .both(let one, let other):
            let (first, second) = (try query(of: one), try query(of: other))
            // Two tags of the same source name that source once.
            if case .all(let parts) = second, parts.contains(first) { return second }
            return .all(of: [first, second])
        case .either(let one, let other): return .any(of: [try query(of: one), try query(of: other)])
        case .comparison(let comparison): return try query(of: comparison)
        }
    }

    private func query(of comparison: NewsboatFilter.Comparison) throws(Failure) -> Query {
        let filter = NewsboatFilter.comparison(comparison)
        let own = sources.filter { filter.holds(of: $0.subscription) == true }
        if !own.isEmpty, comparison.attribute == "tags", let topic = topic(comparison) { return topic }
        if sources.contains(where: { filter.holds(of: $0.subscription) != nil }) {
            return .any(
                of: own.compactMap { WordPattern($0.id.rawValue, .phrase) }.map { .condition(.words($0, in: .source)) })
        }
        if let denied = comparison.relation.denied {
            return try query(of: NewsboatFilter.Comparison(comparison.attribute, denied, comparison.value)).negated
        }
        switch comparison.attribute {
        case "title": return try text(.title, comparison)
        case "author": return try text(.author, comparison)
        case "content": return try text(.text, comparison)
        case "link": return try text(.url, comparison)
        case "feedtitle": return try text(.source, comparison)
        case "unread": return try unread(comparison)
        case "enclosure_url", "enclosure_type": return try enclosure(comparison)
        case "age": return try age(comparison)
        default:
            throw Failure(Message("queryFeedAttributeUnknown", ["attribute": .text(comparison.attribute)]))
        }
    }

    /// Returns the condition on the topics of sources that means a tag, or `nil` if none means the same.
    private func topic(_ comparison: NewsboatFilter.Comparison) -> Query? {
        guard let words = WordPattern(topicNames[comparison.value] ?? comparison.value, .word) else { return nil }
        let query = Query.condition(.words(words, in: .topic))
        return switch comparison.relation {
        case .contains: query
        case .containsNot: query.negated
        default: nil
        }
    }

    private func text(_ scope: SearchScope, _ comparison: NewsboatFilter.Comparison) throws(Failure) -> Query {
        switch comparison.relation {
        case .equals where comparison.value.isEmpty && scope == .title: return .condition(.trait(.title)).negated
        case .equals where comparison.value.isEmpty: throw unsaid(comparison)
        case .equals: return try regex("(?-i)^\(quoted(comparison.value))$", scope)
        case .matches: return try regex(linear(comparison.value), scope)
        case .contains:
            guard let words = WordPattern(comparison.value, .phrase) else { throw unsaid(comparison) }
            return .condition(.words(words, in: scope))
        default: throw unsaid(comparison)
        }
    }

    private func regex(_ expression: String, _ scope: SearchScope) throws(Failure) -> Query {
        do {
            return .condition(.regex(try RegexPattern(expression), in: scope))
        } catch {
            throw Failure(Message("queryFeedExpressionInvalid", ["expression": .text(expression)]))
        }
    }

    /// Translates the notations for word boundaries: POSIX has none; the GNU library has these two.
    private func linear(_ expression: String) -> String {
        expression.replacing("\\<", with: "\\b").replacing("\\>", with: "\\b")
    }

    private func quoted(_ text: String) -> String {
        text.reduce(into: "") { quoted, character in
            if "\\.+*?()|[]{}^$".contains(character) { quoted.append("\\") }
            quoted.append(character)
        }
    }

    private func unread(_ comparison: NewsboatFilter.Comparison) throws(Failure) -> Query {
        switch (comparison.relation, comparison.value) {
        case (.equals, "yes"), (.matches, "yes"), (.contains, "yes"): .condition(.trait(.unread))
        case (.equals, "no"), (.matches, "no"), (.contains, "no"): .condition(.trait(.read))
        default: throw unsaid(comparison)
        }
    }

    private func enclosure(_ comparison: NewsboatFilter.Comparison) throws(Failure) -> Query {
        switch (comparison.relation, comparison.value) {
        case (.equals, ""): return .condition(.trait(.enclosure)).negated
        case (.matches, "."), (.matches, ".+"), (.matches, "^http"), (.matches, "^https?:"):
            return .condition(.trait(.enclosure))
        case (.matches, let type) where comparison.attribute == "enclosure_type":
            let bare = type.filter(\.isLetter).lowercased()
            guard type.allSatisfy({ $0.isLetter || "^/.*".contains($0) }),
                let trait = [Trait.audio, .video, .image].first(where: { $0.rawValue == "has:\(bare)" })
            else { throw unsaid(comparison) }
            return .condition(.trait(trait))
        default: throw unsaid(comparison)
        }
    }

    /// Translates a comparison of ages. newsboat counts whole days: an article is three days old during all of the fourth.
    private func age(_ comparison: NewsboatFilter.Comparison) throws(Failure) -> Query {
        let numbers = comparison.value.split(separator: ":").compactMap { Int($0) }
        guard let first = numbers.min(), let last = numbers.max(), first >= 0, last < 300_000 else {
            throw unsaid(comparison)
        }
        switch (comparison.relation, numbers.count) {
        case (.equals, 1), (.between, 2): return days(from: first, through: last)
        case (.less, 1): return first == 0 ? .nothing : days(from: 0, through: first - 1)
        case (.atMost, 1): return days(from: 0, through: first)
        case (.greater, 1): return days(from: first + 1, through: nil)
        case (.atLeast, 1): return days(from: first, through: nil)
        default: throw unsaid(comparison)
        }
    }

    private func days(from first: Int, through last: Int?) -> Query {
        let bounds = [
            first > 0 ? AgeRange(atLeast: first * 86_400, lessThan: nil) : nil,
            last.flatMap { AgeRange(atLeast: nil, lessThan: ($0 + 1) * 86_400) },
        ]
        return .all(of: bounds.compactMap(\.self).map { .condition(.age($0)) })
    }

    private func unsaid(_ comparison: NewsboatFilter.Comparison) -> Failure {
        let text = "\(comparison.attribute) \(comparison.relation.rawValue) \"\(comparison.value)\""
        return Failure(Message("queryFeedComparisonUnknown", ["comparison": .text(text)]))
    }
}
