import EngineConcepts
import Foundation
import TestSupport
import Testing

@testable import FeedParsing

/// A feed file with a file of the expected result.
private struct Fixture: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let expected: String

    var testDescription: String { name }

    /// All fixtures in the directory beside the tests.
    static let all: [Fixture] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/Feeds")
            .standardized
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                .filter { !$0.hasSuffix(".expected") }
                .map { name in
                    let file = folder.appending(path: name)
                    let expected = try String(contentsOf: file.appendingPathExtension("expected"), encoding: .utf8)
                    return Fixture(
                        name: name, bytes: [UInt8](try Data(contentsOf: file)),
                        expected: expected.trimmingCharacters(in: .newlines))
                }
        } catch {
            return [Fixture(name: "\(folder.path): \(error)", bytes: [], expected: "to be read")]
        }
    }()
}

@Suite("Feeds in fixture files")
struct FixtureTests {
    private static let base = "https://fixture.example/feeds/feed"

    @Test("Every fixture is read as the file beside it says", arguments: Fixture.all)
    private func expected(fixture: Fixture) throws {
        let document = try FeedParser.parse(fixture.bytes, base: Self.base)
        #expect(document.jsonLine(rendersText: true) == fixture.expected)
    }

    @Test("Every fixture is read the same wherever its bytes are cut", arguments: Fixture.all, [UInt64(1), 2, 3])
    private func cuts(fixture: Fixture, seed: UInt64) throws {
        let whole = try FeedParser.parse(fixture.bytes, base: Self.base)
        var random = SeededGenerator(seed: seed)
        let longest = [1, 9, 700][Int(seed % 3)]
        let parser = FeedParser(base: Self.base)
        var rest = fixture.bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...longest, using: &random)
            parser.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(try parser.finish() == whole, "seed \(seed)")
    }

    @Test("Every fixture has distinct item ids and no text that a terminal would obey", arguments: Fixture.all)
    private func harmless(fixture: Fixture) throws {
        let document = try FeedParser.parse(fixture.bytes, base: Self.base)
        for item in document.items {
            #expect(!item.id.isEmpty)
            for text in [item.title, item.link, item.summary?.source, item.content?.source].compactMap(\.self) {
                #expect(
                    !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value == 0x7f })
            }
            #expect(item.link?.hasPrefix("javascript") != true)
        }
    }

    @Test(
        "Every file of an external corpus gives items or a reason",
        .enabled(if: ProcessInfo.processInfo.environment["FIBER_CORPUS"] != nil, "FIBER_CORPUS names no folder"))
    func corpus() throws {
        let folder = URL(filePath: ProcessInfo.processInfo.environment["FIBER_CORPUS"] ?? "")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            do {
                let document = try FeedParser.parse([UInt8](try Data(contentsOf: folder.appending(path: name))))
                #expect(document.items.count > 0, "\(name) has no items")
            } catch let error as FeedError {
                #expect(!error.message(about: .text(name)).key.isEmpty, "\(name)")
            }
        }
    }
}
