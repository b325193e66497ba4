import Testing
import WebText

@Suite("Scanning JSON")
struct JSONScannerTests {
    @Test(
        "A string is read with its escaped quotation marks and backslashes, and DEL",
        arguments: [
            ("\"\"", ""), (#""rain""#, "rain"), (#""\"Spa\"""#, #""Spa""#), (#""a\\b""#, #"a\b"#),
            ("\"a\u{7f}b\"", "a\u{7f}b"), ("\"\u{7f}\"", "\u{7f}"),
        ])
    func string(json: String, text: String) {
        Self.scan(json) { scanner in
            let read = scanner.string()
            let isAtEnd = scanner.isAtEnd
            #expect(read == text)
            #expect(isAtEnd)
        }
    }

    @Test(
        "A string with another escape, or without an end, is left to a decoder",
        arguments: [#""a\nb""#, #""open"#, #""open\"#, #""open\""#, "1", ""])
    func unread(json: String) {
        Self.scan(json) { scanner in
            let read = scanner.string()
            #expect(read == nil)
        }
    }

    @Test("A member is read up to its comma")
    func member() {
        Self.scan(#""laps":-44,"#) { scanner in
            let key = scanner.key()
            let number = scanner.number()
            let isFollowed = scanner.take(",")
            #expect(key == "laps")
            #expect(number == -44)
            #expect(isFollowed)
        }
    }

    private static func scan(_ json: String, _ read: (inout JSONScanner) -> Void) {
        Array(json.utf8)
            .withUnsafeBufferPointer { bytes in
                var scanner = JSONScanner(bytes)
                read(&scanner)
            }
    }
}
