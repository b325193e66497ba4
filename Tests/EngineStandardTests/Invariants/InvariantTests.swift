import EngineConcepts
import EngineTestSupport
import Foundation
import Testing

extension Tag {
    /// A test of an invariant of docs/invariants.md, whose number is in the test's name.
    @Tag static var invariant: Self
}

@Suite("The invariants of the timeline", .tags(.invariant))
struct InvariantTests {
    @Test("Every one of the 28 invariants of docs/invariants.md has a test with its number")
    func numbers() throws {
        let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs")
        let table = try String(contentsOf: docs.appending(path: "invariants.md"), encoding: .utf8)
        var numbers: [Int] = []
        for row in table.split(separator: "\n") where row.hasPrefix("| ") {
            guard let number = Int(row.dropFirst(2).prefix { $0 != " " }) else { continue }
            numbers.append(number)
            let path = try #require(row.components(separatedBy: "](").last).prefix { $0 != ")" }
            let tests = try String(contentsOf: docs.appending(path: String(path)), encoding: .utf8)
            #expect(tests.contains("\"Invariant \(number): "))
        }
        #expect(numbers == Array(1...28))
    }
}

extension ScriptedSource {
    /// Creates a source with several posts in most seconds, and some at equal times.
    static func crowded(_ count: Int, newest: Timestamp, every interval: Duration, prefix: String) -> ScriptedSource {
        ScriptedSource(
            (0..<count)
                .map { index in
                    // Every fifth has the time of the one before; two of three share a second with their neighbour.
                    let step = index - (index % 5 == 4 ? 1 : 0)
                    let time = newest.advanced(by: .zero - interval * step)
                    return Post(id: "\(prefix)\(index)", time: time, order: Int64(index % 5), text: "\(prefix)\(index)")
                })
    }
}
