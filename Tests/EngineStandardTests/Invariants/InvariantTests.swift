import EngineConcepts
import EngineTestSupport
import Foundation
import Testing

extension Tag {
    /// A test of an invariant of the timeline, whose number is in the test's name.
    @Tag static var invariant: Self
}

@Suite("The invariants of the timeline", .tags(.invariant))
struct InvariantTests {
    @Test("Every one of the 28 invariants has a test with its number")
    func numbers() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        var found: Set<Int> = []
        let places = [
            tests.appending(path: "EngineStandardTests/Invariants"), tests.appending(path: "ViewModelsTests"),
        ]
        for place in places {
            for file in try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
            where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                let names = text.components(separatedBy: "\"Invariant ").dropFirst()
                found.formUnion(names.compactMap { Int($0.prefix { $0 != ":" }) })
            }
        }
        #expect(Set(1...28).subtracting(found).isEmpty)
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
