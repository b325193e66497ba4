import Foundation
import TerminalTestSupport
import Testing

@testable import TerminalDriver

/// Checks the assumptions of the other terminal tests with programs that every system has.
@Suite("Programs on a pseudo-terminal", .serialized)
struct PseudoTerminalTests {
    private func shell(_ script: String, width: Int = 40, height: Int = 5) throws -> PseudoTerminal {
        try PseudoTerminal(
            "/bin/sh", ["-c", script], environment: ["TERM": "xterm-256color", "PATH": "/usr/bin:/bin"], width: width,
            height: height)
    }

    @Test("The emulator shows a program's output with colours and attributes")
    func output() throws {
        let terminal = try shell(#"printf 'a\033[1;38;2;255;0;128mbold\033[0;38;5;81mblue\033[0m \346\227\245x\n'"#)
        #expect(try terminal.waitForExit() == .exited(0))
        let screen = terminal.screen
        #expect(screen.lines == ["aboldblue 日x", "", "", "", ""])
        #expect(screen.cell(1, 0).isBold)
        #expect(screen.cell(1, 0).foreground == .rgb(0xff0080))
        #expect(screen.cell(5, 0).foreground == .palette(81))
        #expect(screen.cell(10, 0).width == 2)
        #expect(screen.cell(11, 0).width == 0)
        #expect(screen.find("x")?.x == 12)
        #expect(terminal.output.starts(with: Array("a\u{1b}[1;".utf8)))
    }

    @Test("Exit statuses and signals are distinguished")
    func endings() throws {
        #expect(try shell("exit 7").waitForExit() == .exited(7))
        #expect(try shell("kill -TERM $$").waitForExit() == .killed(15))
    }

    @Test("A program inherits no descriptor of the test, so it keeps no connection of another test open")
    func noInheritance() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let terminal = try shell("read never")
        close(ends[1])
        var byte: UInt8 = 0
        // The pipe has ended although the program goes on.
        #expect(read(ends[0], &byte, 1) == 0)
        close(ends[0])
        #expect(terminal.process > 0)
    }

    @Test("Typed text is read by the program and echoed by the terminal")
    func typing() throws {
        let terminal = try shell("read line; echo \"got $line\"")
        try terminal.type("some words\r")
        try terminal.wait(for: "got some words")
        #expect(terminal.screen.line(0) == "some words")
    }

    @Test("A program gets the size of the terminal and its changes")
    func sizes() throws {
        let terminal = try shell("trap 'stty size; exit' WINCH; stty size; read never")
        try terminal.wait(for: "5 40")
        try terminal.resize(width: 100, height: 30)
        try terminal.wait(for: "30 100")
    }

    @Test("The emulator reports the position of its cursor")
    func reports() throws {
        let terminal = try shell(#"stty raw -echo; printf 'abc\033[6n'; head -c 6 | od -An -c; stty sane"#)
        try terminal.wait(for: "033   [   1   ;   4   R")
    }

    @Test("Terminal modes left changed by a program are detected")
    func modes() throws {
        let terminal = try shell("read go; stty -echo; echo done; read never")
        try terminal.type("\r")
        try terminal.wait(for: "done")
        #expect(terminal.modes != terminal.modesBefore)
    }

    @Test("A failed wait shows the screen")
    func failure() throws {
        let terminal = try shell("echo this is shown")
        let failure = #expect(throws: TerminalTestFailure.self) { try terminal.wait(for: "something else") }
        #expect(failure?.description.contains("│this is shown") == true)
        #expect(failure?.description.contains("exited(0)") == true)
    }

    @Test("A missing program ends the test instead of blocking it")
    func missing() throws {
        #expect(try PseudoTerminal("/no/such/program").waitForExit() == .exited(127))
    }

    @Test("A picture of a screen has the text, its colours and the column of each character")
    func picture() throws {
        let terminal = try shell(
            #"printf 'a<b \033[1;48;2;1;2;3;38;2;255;0;0mred\033[0m \346\227\245x'"#, width: 20, height: 1)
        _ = try terminal.waitForExit()
        let svg = ScreenPicture().svg(terminal.screen)
        #expect(svg.contains(">a&lt;b</text>"))
        #expect(svg.contains("fill=\"#ff0000\" font-weight=\"bold\">red</text>"))
        #expect(svg.contains("fill=\"#010203\"/>"))
        // The x is in column 10, after the two columns of the wide character.
        #expect(svg.contains("<text x=\"98\""))
        #expect(svg.hasSuffix("</svg>\n"))
    }
}
