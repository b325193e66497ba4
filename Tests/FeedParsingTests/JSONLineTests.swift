import Foundation
import TestSupport
import Testing

@testable import FeedParsing

@Suite("A line of JSON")
struct JSONLineTests {
    /// Text with every character that JSON or a terminal treats in a special way.
    private static let hostile: [String] = {
        var texts = (0...0x9f).map { "a\(Unicode.Scalar(UInt8($0)))b" }
        texts += [
            "", "\"", "\\", "\\\"/", "</script>", "\u{2028}\u{2029}", "\u{202e}abc", "e\u{301}", "🚗👩\u{200d}👧", "日本語",
        ]
        texts += ["\u{feff}x", "\u{ffff}", "\u{10ffff}", String(repeating: "é\"", count: 300)]
        return texts
    }()

    private func encoded(_ text: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(["k": text]), as: UTF8.self)
    }

    @Test("A line has the bytes that JSONEncoder writes, whatever the text")
    func sameBytes() throws {
        for text in Self.hostile {
            var line = JSONLine(escapesDelete: false)
            line.object { $0.member("k", text) }
            #expect(line.text == (try encoded(text)))
        }
    }

    @Test("Random text has the bytes that JSONEncoder writes", arguments: [UInt64(1), 2, 3])
    func randomText(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let text = (0..<8).map { _ in Self.hostile[Int.random(in: 0..<Self.hostile.count, using: &random)] }
                .joined()
            var line = JSONLine(escapesDelete: false)
            line.object { $0.member("k", text) }
            #expect(line.text == (try encoded(text)))
        }
    }

    @Test("Arrays and literals are separated by commas")
    func arrays() {
        var line = JSONLine()
        line.object { line in
            line.key("a")
            line.array([[1, 2], []]) { line, numbers in line.array(numbers) { $0.number($1) } }
            line.key("b")
            line.literal("true")
            line.key("c")
            line.null()
        }
        #expect(line.text == #"{"a":[[1,2],[]],"b":true,"c":null}"#)
    }

    @Test("DEL is escaped where a terminal may show the line")
    func delete() {
        var line = JSONLine()
        line.array(["\u{7f}"]) { $0.string($1) }
        #expect(line.text == #"["\u007f"]"#)
    }
}
