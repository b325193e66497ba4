import TerminalTestSupport
import Testing

@testable import TerminalDriver

/// The real terminal, used by a small program on a pseudo-terminal.
@Suite("The ncurses terminal on a pseudo-terminal", .serialized)
struct NcursesTerminalTests {
    private func start(
        term: String = "xterm-256color", color: String? = "truecolor", extra: [String: String] = [:],
        width: Int = 80, height: Int = 24
    ) throws -> PseudoTerminal {
        var environment = ["TERM": term, "LANG": "C.UTF-8", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]
        if let color { environment["COLORTERM"] = color }
        environment.merge(extra) { _, new in new }
        let terminal = try PseudoTerminal(
            BuiltProduct.path("TerminalProbe"), environment: environment, width: width, height: height)
        try terminal.wait(until: "the first frame is whole") { screen in
            screen.line(0).hasPrefix("probe \(width)x\(height)") && screen.cell(width - 1, height - 1).text != " "
        }
        return terminal
    }

    @Test("The first frame has the theme's colours in 24 bits")
    func truecolor() throws {
        let terminal = try start()
        let screen = try terminal.wait(for: "truecolor")
        #expect(screen.isAlternate)
        #expect(!screen.isCursorVisible)
        #expect(screen.cell(0, 0).background == .rgb(0x1b1e26))
        #expect(screen.cell(0, 5).background == .rgb(0x14161b))
        #expect(screen.cell(0, 1).isBold)
        #expect(screen.cell(0, 2).isUnderlined)
        #expect(screen.cell(10, 2).foreground == .rgb(0x6cc7ff))
        #expect(screen.cell(79, 23).text == "●")
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("Terminals with 256 and 16 colours get the nearest colours, and NO_COLOR none")
    func fewerColors() throws {
        let palette = try start(color: nil)
        let screen = try palette.wait(for: "palette")
        #expect(screen.cell(10, 2).foreground == .palette(81))
        let none = try start(extra: ["NO_COLOR": "1"])
        let plain = try none.wait(for: "none")
        #expect(plain.cells.allSatisfy { $0.foreground == .standard && $0.background == .standard })
        let sixteen = try start(term: "xterm", color: nil)
        let colors = Set(try sixteen.wait(for: "sixteen").cells.map(\.foreground))
        #expect(
            colors.allSatisfy {
                if case .palette(let index) = $0 { index < 16 } else { $0 == .standard }
            })
    }

    @Test("Child processes do not see the terminfo entry made for ncurses")
    func terminfoIsNotInherited() throws {
        let terminal = try start()
        try terminal.type("E")
        try terminal.wait(for: "TERMINFO is unset")
    }

    @Test("Wide and combining characters are drawn at their columns")
    func wideCharacters() throws {
        let terminal = try start()
        let screen = terminal.screen
        #expect(screen.line(1) == "plain 日本語 e\u{301}")
        #expect(screen.cell(6, 1).width == 2)
        #expect(screen.cell(13, 1).text == "e\u{301}")
    }

    @Test("Characters that the C library measures differently do not move the text after them")
    func emoji() throws {
        let terminal = try start()
        try terminal.type("e")
        let screen = try terminal.wait(for: "ok")
        let bars = (0..<30).filter { screen.cell($0, 1).text == "|" }
        #expect(bars == [2, 5, 8, 11, 14])
        #expect(screen.line(1).hasSuffix("|ok"))
    }

    @Test("Control characters in text never reach the terminal")
    func hostileText() throws {
        let terminal = try start()
        let sent = try terminal.bytes(until: "the text is shown", after: { try terminal.type("h") }) {
            $0.line(1).hasPrefix("\u{fffd}[31mred")
        }
        #expect(!sent.contains(7))
        #expect(sent.firstRange(of: Array("\u{202e}".utf8)) == nil)
        #expect(sent.firstRange(of: [0xc2, 0x9b]) == nil)
        #expect(terminal.screen.line(1) == "\u{fffd}[31mred\u{fffd}\u{fffd}0mabcde")
    }

    @Test("Keys arrive with their modifiers, and so does a lone Escape")
    func keys() throws {
        let terminal = try start()
        try terminal.press(.up)
        try terminal.wait(for: "key up")
        try terminal.type("\u{1b}x")
        try terminal.wait(for: "key alt-x")
        try terminal.press(.controlLeft)
        try terminal.wait(for: "key ctrl-left")
        try terminal.press(.shiftTab)
        try terminal.wait(for: "key shift-tab")
        try terminal.type("\u{1b}\r")
        try terminal.wait(for: "key alt-enter")
        try terminal.press(.escape)
        try terminal.wait(for: "key escape")
        try terminal.type("é")
        try terminal.wait(for: "key é")
        try terminal.type("\u{4}")
        try terminal.wait(for: "key ctrl-d")
    }

    @Test(
        "Sequences that are not in the terminfo entry become their keys or nothing",
        arguments: ["xterm-256color", "linux", "screen"])
    func foreignSequences(term: String) throws {
        let terminal = try start(term: term)
        for (sequence, key) in [
            ("\u{1b}[A", "up"), ("\u{1b}OB", "down"), ("\u{1b}[1;5D", "ctrl-left"), ("\u{1b}[106;5u", "ctrl-j"),
            ("\u{1b}[5~", "pageup"), ("\u{1b}[[A", "f1"), ("\u{1b}OP", "f1"),
        ] {
            try terminal.type(sequence + "x")
            try terminal.wait(until: "\(key) and nothing else has come") { screen in
                screen.lines[3...6].filter { !$0.isEmpty }.suffix(2) == ["key \(key)", "key x"]
            }
        }
        for sequence in KeyReaderTests.unknown { try terminal.type("1\(sequence)2") }
        try terminal.type("3")
        try terminal.wait(until: "only the digits have come") { screen in
            Array(screen.lines[3...6]) == ["key 2", "key 1", "key 2", "key 3"]
        }
    }

    @Test("A sequence in several pieces is one key, and an incomplete one is none")
    func sequenceInPieces() throws {
        var terminal: PseudoTerminal
        var begin: ContinuousClock.Instant
        repeat {
            // A sequence is incomplete if a second passes between its pieces, which a busy machine needs for the event.
            terminal = try start()
            begin = .now
            try terminal.type("\u{1b}[1;")
            // A visible event in between.
            try terminal.resize(width: 82, height: 24)
            try terminal.wait(for: "resized 82x24")
            try terminal.type("5D")
        } while begin.duration(to: .now) >= .seconds(1)
        try terminal.wait(for: "key ctrl-left")
        try terminal.type("\u{1b}[1;\u{1b}[B")
        let screen = try terminal.wait(for: "key down")
        #expect(Array(screen.lines[3...6]) == ["resized 82x24", "key ctrl-left", "key down", ""])
    }

    @Test("A paste is one event, whatever it contains")
    func paste() throws {
        let terminal = try start()
        try terminal.paste("https://example.org/q\rjj\u{1b}[Aend")
        let screen = try terminal.wait(for: "paste")
        #expect(screen.contains("\"https://example.org/q\""))
        #expect(screen.contains("item 0"))
    }

    @Test("Clicks and the wheel are reported, even beyond column 223")
    func mouse() throws {
        let terminal = try start(width: 240)
        #expect(terminal.screen.isMouseReported)
        try terminal.type("\u{1b}[<0;231;6M")
        try terminal.wait(for: "mouse press(TerminalDriver.MouseEvent.Button.left) 230,5")
        try terminal.type("\u{1b}[<65;1;1M")
        try terminal.wait(for: "mouse wheelDown 0,0")
    }

    @Test("Every size is drawn during many resizes")
    func resize() throws {
        let terminal = try start()
        for (width, height) in [(40, 10), (200, 60), (81, 25), (40, 10), (120, 36), (200, 60)] {
            try terminal.resize(width: width, height: height)
        }
        let screen = try terminal.wait(for: "probe 200x60")
        try terminal.wait(until: "the corner is painted") { $0.cell(199, 59).text == "●" }
        #expect(screen.cell(199, 0).background == .rgb(0x1b1e26))
        try terminal.resize(width: 40, height: 10)
        try terminal.wait(until: "the small screen is whole") {
            $0.line(0) == "probe 40x10 truecolor" && $0.cell(39, 9).text == "●"
        }
    }

    @Test("Nothing is sent while nothing changes")
    func idleIsSilent() throws {
        let terminal = try start()
        // The terminal may still get the end of what belongs to the first frame.
        let isSilent = try (0..<20).contains { _ in try terminal.bytes(during: .milliseconds(500)).isEmpty }
        #expect(isSilent)
    }

    @Test("Scrolling sends only the new lines")
    func scrollingIsCheap() throws {
        let terminal = try start(width: 200, height: 60)
        let sent = try terminal.bytes(until: "the list has moved", after: { try terminal.type("j") }) {
            $0.line(8).contains("item 1 ") && $0.line(58).contains("item 51 ")
        }
        #expect(sent.count < 600, "\(sent.count) bytes")
    }

    @Test("Pictures with more colours than colour pairs leave the rest of the screen correct")
    func manyColors() throws {
        let terminal = try start(width: 200, height: 60)
        let before = terminal.screen
        for number in 1...4 {
            try terminal.type("P")
            // The corner is drawn last.
            try terminal.wait(until: "picture \(number) is whole") { screen in
                screen.line(2).contains("picture \(number)") && screen.cell(199, 58).text == "▄"
                    && screen.cell(199, 58).background == .rgb(UInt32(number) << 16 | 58 * 200 + 199 | 0x80)
            }
            #expect(terminal.screen.cell(0, 0).background == before.cell(0, 0).background)
            #expect(terminal.screen.cell(10, 2).foreground == before.cell(10, 2).foreground)
        }
        try terminal.type("p")
        try terminal.wait(until: "the list is back") { $0.lines == before.lines }
        for (x, y) in [(0, 0), (0, 1), (10, 2), (2, 8), (2, 9), (100, 30), (199, 59)] {
            #expect(terminal.screen.cell(x, y) == before.cell(x, y), "\(x), \(y)")
        }
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("The cursor is shown while text is typed, and hidden afterwards")
    func cursor() throws {
        let terminal = try start()
        try terminal.type("C")
        // Until the first frame has hidden it, the cursor is visible elsewhere.
        try terminal.wait(until: "the cursor is shown at its place") { $0.isCursorVisible && $0.cursor == (3, 2) }
        try terminal.type("C")
        try terminal.wait(until: "the cursor is hidden") { !$0.isCursorVisible }
    }

    @Test("An Escape that was pending while the terminal was lent is a key of its own afterwards")
    func escapeWhileLent() throws {
        let terminal = try start()
        try terminal.type("L\u{1b}")
        try terminal.wait(for: "key escape")
        try terminal.type("x")
        try terminal.wait(for: "key x")
    }

    @Test("Text is copied through the terminal")
    func clipboard() throws {
        let terminal = try start()
        try terminal.type("y")
        try terminal.wait(forBytes: Array("\u{1b}]52;c;Y29waWVk\u{7}".utf8))
    }
}
