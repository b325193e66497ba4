import EngineConcepts
import Testing

@testable import Queries

@Suite("Sources that can contribute to topics")
struct TopicContributorTests {
    private static let context = QueryContext(
        sourceNames: ["feed:kerb": "Kerb Notes"], sourceTopics: ["feed:kerb": ["Tech"], "hn:front": ["Tech/Daily"]])
    private static let suppliers: [SupplierID] = ["feed:kerb", "feed:other", "hn:front"]

    private func contributors(_ topics: [Topic], _ combination: TopicSelection.Combination = .union) -> [String] {
        TopicSelection(Set(topics.map(\.id)), combination)
            .contributors(of: topics, among: Self.suppliers, in: Self.context).map(\.rawValue).sorted()
    }

    private func topic(_ query: String) throws -> Topic { Topic(name: query, query: try Query(parsing: query)) }

    @Test(
        "A query is asked only of sources whose items it can match",
        arguments: [
            ("source:kerb", ["feed:kerb"]), ("-source:kerb", ["feed:other", "hn:front"]),
            ("title:race", ["feed:kerb", "feed:other", "hn:front"]), ("source:kerb title:race", ["feed:kerb"]),
            ("source:kerb OR title:race", ["feed:kerb", "feed:other", "hn:front"]), ("is:starred", []),
            ("topic:tech", ["feed:kerb"]), ("-topic:/daily/", ["feed:kerb", "feed:other"]),
            ("is:unread", ["feed:kerb", "feed:other", "hn:front"]), ("-is:starred source:kerb", ["feed:kerb"]),
        ])
    func queries(_ query: String, _ expected: [String]) throws {
        #expect(contributors([try topic(query)]) == expected)
    }

    @Test("Sources of a topic contribute whatever its query says, and topics combine as chosen")
    func combinations() throws {
        let sources = Topic(name: "Sources", suppliers: ["feed:other"])
        let kerb = try topic("source:kerb")
        #expect(contributors([sources]) == ["feed:other"])
        #expect(contributors([sources, kerb]) == ["feed:kerb", "feed:other"])
        #expect(contributors([sources, kerb], .intersection) == [])
        #expect(contributors([]) == ["feed:kerb", "feed:other", "hn:front"])
    }
}
