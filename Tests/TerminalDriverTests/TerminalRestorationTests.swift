import LibC
import TerminalTestSupport
import Testing

/// However a program ends, its terminal is restored.
@Suite("Restoring the terminal", .serialized)
struct TerminalRestorationTests {
    private func start(_ extra: [String: String] = [:]) throws -> PseudoTerminal {
        var environment = [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no",
        ]
        environment.merge(extra) { _, new in new }
        let terminal = try PseudoTerminal(BuiltProduct.path("TerminalProbe"), environment: environment)
        try terminal.wait(until: "the first frame is whole") { $0.cell(79, 23).text == "●" }
        #expect(terminal.modes != terminal.modesBefore)
        return terminal
    }

    private func expectRestored(_ terminal: PseudoTerminal) {
        let screen = terminal.screen
        #expect(!screen.isAlternate)
        #expect(screen.isCursorVisible)
        #expect(!screen.isMouseReported)
        #expect(terminal.modes == terminal.modesBefore)
        let output = terminal.output
        let pasteOff = output.lastIndexOf("\u{1b}[?2004l")
        #expect((pasteOff ?? -1) > (output.lastIndexOf("\u{1b}[?2004h") ?? 0))
    }

    @Test("Quitting restores the terminal")
    func quit() throws {
        let terminal = try start()
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
        expectRestored(terminal)
        #expect(terminal.screen.contains("ended: finished"))
    }

    @Test("The cursor is visible at the end on a terminal that restores its visibility with the screen")
    func savedVisibility() throws {
        let terminal = try start()
        // Saves the hidden cursor, as drawing a picture or a link does.
        terminal.spoil("\u{1b}7")
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
        expectRestored(terminal)
    }

    @Test("A termination signal restores the terminal", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func signals(number: Int32) throws {
        let terminal = try start()
        terminal.signal(number)
        #expect(try terminal.waitForExit() == .exited(0))
        expectRestored(terminal)
        #expect(terminal.screen.contains("ended: signal"))
    }

    @Test("A crash restores the terminal", arguments: [("T", SIGILL), ("A", SIGABRT), ("O", SIGSEGV)])
    func crashes(key: String, signal: Int32) throws {
        let terminal = try start()
        try terminal.type(key)
        #expect(try terminal.waitForExit() == .killed(signal))
        expectRestored(terminal)
    }

    @Test("A fault signal from another process restores the terminal")
    func sentFault() throws {
        let terminal = try start()
        terminal.signal(SIGSEGV)
        #expect(try terminal.waitForExit() == .killed(SIGSEGV))
        expectRestored(terminal)
    }

    @Test(
        "Suspending restores the terminal for the shell, and resuming takes it over again",
        arguments: ["key", "signal"])
    func suspend(how: String) throws {
        let probe = try BuiltProduct.path("TerminalProbe")
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-i"],
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "PS1": "shell> "])
        try terminal.wait(for: "shell>")
        let shellModes = terminal.modes
        try terminal.type("\(probe)\r")
        try terminal.wait(for: "probe 80x24")
        // If the program were stopped before it has read the terminal's answers, they would be typed into the shell.
        try terminal.type("1")
        try terminal.wait(for: "key 1")
        if how == "key" {
            try terminal.type("\u{1a}")
        } else {
            kill(-terminal.foregroundGroup, SIGTSTP)
        }
        let stopped = try terminal.wait(for: "Stopped")
        #expect(!stopped.isAlternate)
        #expect(stopped.isCursorVisible)
        #expect(!stopped.isMouseReported)
        #expect(terminal.modes == shellModes)
        try terminal.resize(width: 100, height: 30)
        try terminal.type("fg\r")
        // The terminal is set up in several writes, one of which is the frame.
        try terminal.wait(until: "the program has its terminal again, in the new size") {
            $0.contains("resumed") && $0.contains("probe 100x30") && $0.isAlternate && $0.isMouseReported
        }
        try terminal.type("q")
        try terminal.wait(for: "ended: finished")
        #expect(terminal.modes == shellModes)
    }

    @Test("Suspending without a shell that could resume the program continues at once")
    func suspendWithoutShell() throws {
        let terminal = try start()
        try terminal.type("\u{1a}")
        try terminal.wait(until: "the program has its terminal again") { $0.contains("resumed") && $0.isAlternate }
    }

    @Test("After SIGSTOP everything is drawn again")
    func stoppedHard() throws {
        let terminal = try start()
        terminal.signal(SIGSTOP)
        try terminal.waitForStop()
        terminal.signal(SIGCONT)
        try terminal.wait(until: "the program has its terminal again") { $0.contains("resumed") && $0.isAlternate }
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
        expectRestored(terminal)
    }

    @Test("An unknown terminal is refused with a message")
    func unknownTerminal() throws {
        let terminal = try PseudoTerminal(
            BuiltProduct.path("TerminalProbe"), environment: ["TERM": "no-such-terminal", "LANG": "C.UTF-8"])
        #expect(try terminal.waitForExit() == .exited(1))
        #expect(terminal.screen.contains("“no-such-terminal”"))
        #expect(terminal.modes == terminal.modesBefore)
        let unnamed = try PseudoTerminal(
            BuiltProduct.path("TerminalProbe"), environment: ["TERM": "", "LANG": "C.UTF-8"])
        #expect(try unnamed.waitForExit() == .exited(1))
        #expect(unnamed.screen.contains("TERM is not set"))
    }

    @Test("A terminal that cannot move its cursor is refused with a message")
    func dumbTerminal() throws {
        let terminal = try PseudoTerminal(
            BuiltProduct.path("TerminalProbe"), environment: ["TERM": "dumb", "LANG": "C.UTF-8"])
        #expect(try terminal.waitForExit() == .exited(1))
        #expect(terminal.screen.contains("“dumb”"))
        #expect(terminal.screen.contains("fiber --linear"))
        #expect(terminal.modes == terminal.modesBefore)
    }
}

extension [UInt8] {
    fileprivate func lastIndexOf(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        return indices.reversed().first { self[$0...].starts(with: bytes) }
    }
}
