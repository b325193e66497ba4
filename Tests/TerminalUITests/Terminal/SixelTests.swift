import TerminalKit
import TerminalTestSupport
import Testing

@testable import TerminalUI

/// Pictures of sixels, which stand over cells of which nobody but the painter knows.
@Suite("Pictures of sixels")
struct SixelTests {
    private static let sequence = Array("\u{1b}P0;1;0q#0~-\u{1b}\\".utf8)

    private func count(in bytes: [UInt8]) -> Int {
        bytes.indices.count { bytes[$0...].starts(with: Self.sequence) }
    }

    /// Types a key, waits for what it writes beside the picture, and answers how often the picture was drawn meanwhile.
    private func drawings(
        _ terminal: PseudoTerminal, _ keys: String, _ condition: (TerminalScreen) -> Bool
    ) throws -> Int {
        count(in: try terminal.bytes(until: "what \(keys) does", after: { try terminal.type(keys) }, condition))
    }

    @Test("one is drawn in its place, anew where it moves, and gives way to its characters where it is covered")
    func drawn() throws {
        let terminal = try PseudoTerminal(
            BuiltProduct.path("TerminalProbe"), environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
        try terminal.wait(until: "the first frame is whole") { $0.cell(79, 23).text == "●" }
        let rows = [10, 12].map(terminal.screen.line)
        #expect(try drawings(terminal, "s?") { $0.contains("key ?") && $0.cell(40, 10).text == " " } >= 1)
        // What is written elsewhere leaves it alone.
        #expect(try drawings(terminal, "1") { $0.contains("key 1") } == 0)
        #expect(try drawings(terminal, "m2") { $0.contains("key 2") && $0.cell(50, 12).text == " " } >= 1)
        #expect(terminal.screen.line(10) == rows[0], "what it stood over is there again")
        #expect(try drawings(terminal, "c3") { $0.contains("key 3") } == 0)
        #expect(terminal.screen.cell(50, 12).text == "x")
        #expect(terminal.screen.line(13).contains("xoverx"))
        #expect(try drawings(terminal, "c4") { $0.contains("key 4") && $0.cell(50, 12).text == " " } >= 1)
        #expect(try drawings(terminal, "S5") { $0.contains("key 5") } == 0)
        #expect(terminal.screen.line(12) == rows[1])
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("a terminal's answer to what it is names what it can do, and is no key")
    func attributes() {
        var reader = KeyReader()
        #expect(reader.take(Array("\u{1b}[?62;4;22ca".utf8)) == [.attributes([4, 22]), .character(0x61)])
        var decoder = InputDecoder()
        #expect(decoder.take(.attributes([4, 22])) == [.attributes([4, 22])])
        #expect(reader.take(Array("\u{1b}[?6c".utf8)) == [.attributes([])])
    }
}
