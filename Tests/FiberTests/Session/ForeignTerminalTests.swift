import TerminalTestSupport
import Testing

@Suite("Unusual terminals and the built program", .ownThread, .serialized)
struct ForeignTerminalTests {
    private let home: Home

    init() throws { home = try Home() }

    private func followThreeLines() async throws {
        try await home.follow(
            ["One", "Two", "Cronología"].enumerated()
                .map { #"{"title":"\#($1)","time":"2026-11-20T1\#($0):00:00Z"}"# })
    }

    @Test(
        "Unknown key sequences and late terminal answers trigger no command",
        arguments: ["xterm-256color", "linux"])
    func foreignSequences(term: String) async throws {
        // As letters these would mark all as read, boost, open the help, and remove a source.
        let foreign = [
            "[A", "[B", "[1;9A", "[99~", "[57441u", "[?62;c", "[M !!", "[D", "[1;5D", "[1;9D", "]11;DD\u{7}",
            "PDD\u{1b}\\",
        ]
        try await followThreeLines()
        let terminal = try home.terminal(environment: ["TERM": term])
        try terminal.wait(for: "Two")
        for sequence in foreign {
            try terminal.type("\u{1b}\(sequence)\u{1b}\(sequence)")
        }
        // Each character of a split sequence would be a key of its own. Only an Escape alone is one soon.
        for piece in ["\u{1b}[", "1", ";", "9", "D"] { try terminal.type(piece) }
        try terminal.type("E")
        try terminal.wait(for: "coverage")
        for sequence in foreign {
            try terminal.type("\u{1b}\(sequence)\u{1b}\(sequence)")
        }
        try terminal.quit()
        #expect(try await home.fiber("sources", "--json").objects.count == 1)
        #expect(try await home.fiber("timeline", "--json", "--unread").objects.count == 3)
    }

    @Test("UTF-8 characters are shown without an installed UTF-8 locale")
    func missingLocale() async throws {
        try await followThreeLines()
        let terminal = try home.terminal(environment: ["LANG": "xx_YY.UTF-8"])
        try terminal.wait(for: "Cronología")
        #expect(terminal.screen.contains("●"))
        let other = try home.terminal(environment: ["LANG": "C.UTF-8", "LC_ALL": "xx_YY.ISO-8859-1"])
        try other.wait(for: "Cronolog")
        #expect(!other.screen.contains("●"))
    }

    @Test(
        "In a locale of ASCII characters the signs are ASCII, and texts stay readable",
        arguments: [["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LC_CTYPE": "C"], ["LANG": "C"]])
    func asciiLocale(environment: [String: String]) async throws {
        try await followThreeLines()
        let terminal = try home.terminal(environment: environment)
        try terminal.wait(for: "Cronología")
        #expect(["◢", "●", "─"].allSatisfy { !terminal.screen.contains($0) })
    }

    @Test("Ctrl-L repaints the whole screen after foreign output")
    func redraw() async throws {
        try await followThreeLines()
        let terminal = try home.terminal()
        try terminal.wait(for: "Two")
        terminal.spoil("\u{1b}[41m\u{1b}[2J\u{1b}[5;5Hnoise of another program")
        #expect(terminal.screen.contains("noise") && terminal.screen.cells.contains { $0.background == .palette(1) })
        try terminal.type("\u{c}")
        // Other output, such as that of a new minute, replaces only some cells.
        try terminal.wait(until: "no cell is left of the other program") { screen in
            ["One", "Two", "Cronología"].allSatisfy { screen.contains($0) } && !screen.contains("noise")
                && screen.cells.allSatisfy { $0.background != .palette(1) }
        }
        try terminal.quit()
    }
}
