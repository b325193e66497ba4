import EngineConcepts
import Testing

@testable import Application

@Suite("Lines of the log")
struct LogFileTests {
    /// The line of an entry whose only value is `text`.
    private func line(_ text: String, key: String = "text") -> String {
        LogFile.line(
            JournalEntry(
                id: 1, time: .beginningOfTime, level: .info, name: "event", payload: [JournalDetail(key, text)],
                duration: nil))
    }

    @Test(
        "Only the host is left of an address",
        arguments: [
            ("asked https://a.example/feed?token=secret#x twice", "asked a.example twice"),
            ("https://me:secret@a.example:8080/x", "a.example:8080"),
            ("HTTPS://a.example", "a.example"),
            ("(see http://a.example?secret)", "(see a.example"),
            ("1http://a.example/secret", "1a.example"),
            ("://a.example", "://a.example"),
            ("1:// http://b.example/secret", "1:// b.example"),
            ("x://secret@b.example://c", "b.example:"),
            ("http://", ""),
            ("12:30 noon", "12:30 noon"),
        ])
    func addresses(text: String, shown: String) {
        #expect(line(text) == line("MARK").replacing("MARK", with: shown))
    }

    @Test("A value is one line without control characters, and not too long")
    func oneLine() {
        #expect(line("one\ntwo\r\nthree\u{2028}four\u{1b}[31m").hasSuffix("one two three four [31m"))
        #expect(line(String(repeating: "é", count: 300)).count { $0 == "é" } == 200)
    }

    @Test("A source is named by its kind and its mark, an error by its name")
    func marks() {
        #expect(line("feed:a.example-secret-1a2b3c", key: "source").hasSuffix("feed-1a2b3c"))
        #expect(!line("feed:http://a.example/secret", key: "source").contains("secret"))
        #expect(line("failed(hostNotFound(host: a.example))", key: "cause").hasSuffix("failed:hostNotFound"))
        let cause = GapCause.failed(Message("hostNotFound", ["host": "a.example"]))
        #expect(line(cause.detailedCode, key: "reason").hasSuffix("failed:hostNotFound"))
    }
}
