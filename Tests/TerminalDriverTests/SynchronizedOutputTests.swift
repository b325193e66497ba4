import TerminalKit
import TerminalTestSupport
import Testing

@testable import TerminalDriver

/// Synchronized frames, for terminals that report support for them.
@Suite("Synchronized output")
struct SynchronizedOutputTests {
    private static let question = Array("\u{1b}[?2026$p".utf8)
    private static let begin = Array("\u{1b}[?2026h".utf8)

    private func terminal(_ environment: [String: String] = [:]) throws -> PseudoTerminal {
        let usual = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
        let terminal = try PseudoTerminal(
            BuiltProduct.path("TerminalProbe"), environment: usual.merging(environment) { $1 })
        try terminal.wait(until: "the first frame is whole") { $0.cell(79, 23).text == "●" }
        return terminal
    }

    private func contains(_ mark: [UInt8], _ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: mark) }
    }

    /// Scrolls, which redraws most rows, and returns the bytes sent. The terminal's answer is handled before the key.
    private func scroll(_ terminal: PseudoTerminal) throws -> ArraySlice<UInt8> {
        let start = terminal.output.count
        try terminal.type("j")
        try terminal.wait(until: "the rows have moved") {
            $0.line(8).contains("item 1 ") && $0.line(22).contains("item 15 ")
        }
        return terminal.output[start...]
    }

    @Test("An unknown terminal gets synchronized frames after it has reported support")
    func understood() throws {
        let terminal = try terminal()
        try terminal.wait(forBytes: Self.question)
        #expect(!contains(Self.begin, terminal.output[...]))
        try terminal.type("\u{1b}[?2026;2$y")
        try terminal.wait(for: "mode 2026")
        #expect(contains(Self.begin, try scroll(terminal)))
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("A terminal that reports no support gets none, even if its name suggests it")
    func notUnderstood() throws {
        let name = ["TERM_PROGRAM": "WezTerm"]
        #expect(TerminalEnvironment(name).hasSynchronizedOutput)
        // The emulator answers before or after the first frame, so that frame is not checked.
        let terminal = try terminal(name)
        try terminal.type("\u{1b}[?2026;0$y1")
        try terminal.wait(for: "key 1")
        #expect(!contains(Self.begin, try scroll(terminal)))
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("Apple's Terminal, which would print the query, is not asked")
    func unasked() throws {
        let terminal = try terminal(["TERM_PROGRAM": "Apple_Terminal"])
        #expect(!contains(Self.question, terminal.output[...]))
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("The answer about a mode is not read as keys, however it is divided")
    func pieces() {
        var reader = KeyReader()
        #expect(reader.read(Array("\u{1b}[?2026;".utf8)).isEmpty)
        #expect(reader.read(Array("1$ya".utf8)) == [.mode(2026, isUnderstood: true), .character(0x61)])
        #expect(reader.read(Array("\u{1b}[?2026;4$y".utf8)) == [.mode(2026, isUnderstood: false)])
        #expect(reader.read(Array("\u{1b}[?2026$y".utf8)) == [.unknown])
    }
}
