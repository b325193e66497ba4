import EngineConcepts
import Queries
import Testing

@testable import Localization

@Suite("Explanations of queries")
struct QueryExplanationTests {
    /// Queries that together have every kind of condition.
    private static let conditions: [String] = {
        let fields = SearchScope.allCases.map { $0 == .anywhere ? "" : "\($0.rawValue):" }
        let words: [String] = fields.flatMap { ["\($0)a", "\($0)/a/"] }
        let traits: [String] = Trait.allCases.map(\.rawValue)
        let counts: [String] = ReactionCount.allCases.map { "\($0.rawValue):5" }
        let others: [String] = [
            "a*", "site:a.example", "lang:en", "kind:feed", "score:1..5", "score:>=5", "score:<5", "score:>=0",
            "age:1m..2y", "age:>1w", "age:<1s", "date:2026", "date:2025..2026", "date:2026..", "date:..2026",
        ]
        return words + traits + counts + others
    }()
    /// Queries that together combine conditions in every way.
    private static let combinations = [
        "*", "-*", "a is:read", "a OR b", "a OR is:read", "a -b", "-a -b", "-(a b)", "a (b OR is:read)",
    ]

    /// Returns the message and all messages in it.
    private static func messages(in message: Message) -> [Message] {
        [message] + message.arguments.values.flatMap { messages(inArgument: $0) }
    }

    private static func messages(inArgument argument: Message.Argument) -> [Message] {
        switch argument {
        case .message(let message): messages(in: message)
        case .list(let values): values.flatMap { messages(inArgument: $0) }
        default: []
        }
    }

    @Test("Each language with a name has a text, and each text a language")
    func languages() {
        let keys = Localizer.english.catalog.keys.filter { $0.hasPrefix("language.") }
        #expect(Set(keys) == Set(LanguageTag.named.map { "language.\($0)" }))
    }

    @Test("Each message of an explanation has a text with the same arguments, and each text for queries a message")
    func keys() throws {
        var used: Set<String> = []
        for text in Self.conditions + Self.conditions.map({ "-\($0)" }) + Self.combinations {
            for message in Self.messages(in: try Query(parsing: text).explanation()) {
                let forms = try #require(Localizer.english.catalog[message.key], "\(text): no text for \(message.key)")
                let wanted = Set(forms.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.output.1) } })
                #expect(wanted == Set(message.arguments.keys), "\(text): \(message)")
                used.insert(message.key)
            }
        }
        let unused = Localizer.english.catalog.keys.filter { $0.hasPrefix("query.") && !used.contains($0) }
        #expect(unused == [])
    }
}
