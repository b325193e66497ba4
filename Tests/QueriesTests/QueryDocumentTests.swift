import Foundation
import Queries
import Testing

@Suite("The documentation of the query language is correct")
struct QueryDocumentTests {
    /// The lines of the page's code blocks, without explanations.
    static let examples: [String] = {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/query-language.md")
        guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
        var examples: [String] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode, !line.isEmpty {
                let query = line.split(separator: "   ", maxSplits: 1).first ?? line
                examples.append(String(query))
            }
        }
        return examples
    }()

    @Test("The page has more than forty examples, so that those of its code blocks are found")
    func hasExamples() {
        #expect(Self.examples.count > 40)
    }

    @Test("Every example on the page is a valid query", arguments: examples)
    func isQuery(example: String) throws {
        let query = try Query(parsing: example)
        #expect(try Query(parsing: query.description) == query)
    }

    @Test(
        "Every field and every trait is on it",
        arguments: Trait.allCases.map(\.rawValue) + SearchScope.allCases.map(\.rawValue)
            + ReactionCount.allCases.map(\.rawValue) + ["site", "lang", "kind", "age", "date"])
    func isComplete(name: String) {
        let needle = name.contains(":") || name.isEmpty ? name : name + ":"
        #expect(needle.isEmpty || Self.examples.contains { $0.contains(needle) }, "\(name)")
    }
}
