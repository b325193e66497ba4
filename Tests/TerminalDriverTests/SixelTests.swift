import TerminalKit
import TerminalTestSupport
import Testing

@testable import TerminalDriver

/// Sixel pictures are drawn on top of cells, which only the painter knows.
@Suite("Sixel pictures")
struct SixelTests {
    private static let sequence = Array("\u{1b}P0;1;0q#0~-\u{1b}\\".utf8)

    /// The number of times the picture was drawn since byte `start`.
    private func drawings(_ terminal: PseudoTerminal, since start: Int) -> Int {
        let bytes = terminal.output[start...]
        return bytes.indices.count { bytes[$0...].starts(with: Self.sequence) }
    }

    /// Types two keys, the second after the first was shown. A picture follows its frame, so the output of all
    /// earlier frames has arrived.
    private func settle(_ terminal: PseudoTerminal, _ keys: (String, String)) throws {
        for key in [keys.0, keys.1] {
            try terminal.type(key)
            try terminal.wait(for: "key \(key)")
        }
    }

    @Test("A sixel picture is drawn in place, again after moving, and as characters where it is covered")
    func drawn() throws {
        let terminal = try PseudoTerminal(
            BuiltProduct.path("TerminalProbe"), environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
        try terminal.wait(until: "the first frame is whole") { $0.cell(79, 23).text == "●" }
        let rows = [10, 12].map(terminal.screen.line)
        try terminal.type("s")
        try terminal.wait(forBytes: Self.sequence)
        #expect(terminal.screen.cell(40, 10).text == " ", "blanks stand beneath it")
        var start = terminal.output.count
        try settle(terminal, ("1", "2"))
        #expect(drawings(terminal, since: start) == 0, "what is written elsewhere leaves it alone")
        try terminal.type("m")
        try terminal.wait(forBytes: Self.sequence, after: start)
        #expect(terminal.screen.line(10) == rows[0], "what it stood over is there again")
        start = terminal.output.count
        try terminal.type("c")
        try settle(terminal, ("3", "4"))
        #expect(drawings(terminal, since: start) == 0)
        #expect(terminal.screen.cell(50, 12).text == "x")
        #expect(terminal.screen.line(13).contains("xoverx"))
        try terminal.type("c")
        try terminal.wait(forBytes: Self.sequence, after: start)
        start = terminal.output.count
        try terminal.type("S")
        try settle(terminal, ("5", "6"))
        #expect(drawings(terminal, since: start) == 0)
        #expect(terminal.screen.line(12) == rows[1])
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("The terminal's answer to DA1 sets its capabilities and is not read as keys")
    func attributes() {
        var reader = KeyReader()
        #expect(reader.read(Array("\u{1b}[?62;4;22ca".utf8)) == [.attributes([4, 22]), .character(0x61)])
        var decoder = InputDecoder()
        #expect(decoder.decode(.attributes([4, 22])) == [.attributes([4, 22])])
        #expect(reader.read(Array("\u{1b}[?6c".utf8)) == [.attributes([])])
    }
}
