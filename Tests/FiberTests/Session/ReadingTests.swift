import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("The timeline of the built program on a terminal", .ownThread, .serialized)
struct ReadingTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("After scrolling, filling a gap, opening a ticket, resizing and quitting, the terminal is restored")
    func reading() async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0..<3 {
                server.script("/\(index)", Feeds.scenario(index, items: 40))
                _ = try await home.fiber("add", server.url("/\(index)"))
            }
            // The third source fails, so a gap stays below the newest tickets.
            server.script("/2", Scenario(status: 500))
            _ = try await home.fiber("refresh")
            try read(from: server)
        }
    }

    private func read(from server: ScenarioServer) throws {
        let terminal = try home.terminal()
        try terminal.wait(for: "R0 item 0")
        let before = terminal.screen
        try terminal.type("jjjj")
        try terminal.wait(until: "the selection moved") { $0.lines != before.lines }

        try terminal.type("}{")
        try terminal.wait(until: "a gap is selected") { $0.contains("▌┄") }
        let requestCount = server.requests(for: "/2").count
        try terminal.type("\r")
        try terminal.wait(until: "the gap's source was asked") { _ in
            server.requests(for: "/2").count > requestCount
        }

        // Enter opens the row that the jump arrives at.
        try terminal.type("G\r")
        try terminal.wait(until: "the oldest ticket is open") { $0.contains("J next") && $0.contains("item 39") }
        try terminal.type("q")
        try terminal.wait(until: "the timeline is back") { !$0.contains("J next") }

        try terminal.resize(width: 40, height: 10)
        try terminal.wait(until: "it fits 40 columns") { $0.width == 40 && $0.line(0).contains("fiber") }
        try terminal.resize(width: 200, height: 60)
        try terminal.wait(until: "it fills 200 columns") { $0.width == 200 && $0.line(0).contains("fiber") }

        try terminal.quit()
        #expect(terminal.modes == terminal.modesBefore)
        #expect(!terminal.screen.isAlternate)
        #expect(terminal.screen.isCursorVisible)
    }

    @Test(
        "The terminal is restored after any signal that ends the program",
        arguments: [1, 2, 3, 15, 11, 6, 10, 12, 24] as [Int32])
    func signals(number: Int32) throws {
        let terminal = try home.terminal("demo")
        try terminal.wait(for: "Sample timeline")
        terminal.signal(number)
        #expect(try terminal.waitForExit() == .killed(number))
        #expect(terminal.modes == terminal.modesBefore)
        #expect(!terminal.screen.isAlternate)
        #expect(terminal.screen.isCursorVisible)
    }

    @Test("Misspelt keys and row layouts are reported on the screen, and the others apply")
    func misspeltKeys() async throws {
        try home.write(
            "[keys.timeline]\n\"Z\" = \"hepl\"\n[keys.everywhere]\n\"Y\" = \"help\"\n[rows]\nregular = [\"{titel}\"]\n",
            to: ".config/fiber/config.toml")
        let terminal = try home.terminal()
        try terminal.wait(for: "fiber add URL")
        try terminal.type("!")
        try terminal.wait(for: "you mean “help”?")
        try terminal.wait(for: "rows.regular")
        try terminal.type("Y")
        try terminal.wait(for: "half a screen down")
        try terminal.quit()
    }

    @Test("A key that terminals send as another one is named on the screen at the start, with what to do")
    func unsentKey() throws {
        try home.write("[keys.everywhere]\n\"ctrl-i\" = \"help\"\n", to: ".config/fiber/config.toml")
        let terminal = try home.terminal(width: 130)
        try terminal.wait(for: "terminals send “ctrl-i” as “tab”. Use that, or choose another key.")
        try terminal.quit()
    }

    @Test("24-bit colours are used if the settings ask for them, or the reason why not is reported")
    func colors() throws {
        try home.write("[appearance]\ncolors = \"truecolor\"\n", to: ".config/fiber/config.toml")
        let obeyed = try home.terminal("demo", environment: ["COLORTERM": ""])
        try obeyed.wait(for: "Sample timeline")
        #expect(String(decoding: obeyed.output, as: UTF8.self).contains("8;2;"))
        try obeyed.quit()
        let refused = try home.terminal("demo", environment: ["NO_COLOR": "1"])
        try refused.wait(for: "NO_COLOR is set")
        try refused.quit()
        try home.write("[appearance]\ncolors = \"256\"\n", to: ".config/fiber/config.toml")
        let poor = try home.terminal("demo", environment: ["TERM": "linux", "COLORTERM": ""])
        try poor.wait(for: "fewer colours than")
        try poor.quit()
    }

    @Test("fiber open opens a place, and refuses a missing one before the screen opens")
    func places() async throws {
        #expect(try await home.fiber("open", "item", "feed:x/1").status == 1)
        #expect(try await home.fiber("open", "topic").status == 2)
        #expect(try await home.fiber("open", "sources", "x").status == 2)
        let id = try await home.followLine()
        for (place, sign) in [
            ("settings", "Settings"), ("search line", "1 match"), ("source Lined", "only Lined"),
            ("topic lines", "Lines"), ("item \(id)", "J next"), ("ticket \(id)", "J next"),
        ] {
            let terminal = try home.terminal(arguments: ["open"] + place.split(separator: " ").map(String.init))
            try terminal.wait(for: sign)
            terminal.signal(15)
            #expect(try terminal.waitForExit() == .killed(15))
        }
    }

    @Test("Linear mode prints lines without a screen and restores the keyboard at its end")
    func linear() throws {
        let terminal = try home.terminal("read", "--linear")
        try terminal.wait(for: "fiber add URL")
        #expect(!terminal.screen.isAlternate)
        try terminal.type("?")
        try terminal.wait(for: "/: find a key")
        try terminal.type("qQ")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.modes == terminal.modesBefore)
    }

    @Test("The reading position is kept over a restart")
    func positionIsKept() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 90))
            _ = try await home.fiber("add", server.url("/0"))
            _ = try await home.fiber("refresh")
            let first = try home.terminal()
            try first.wait(for: "R0 item 0")
            try first.type(String(repeating: "j", count: 30))
            try first.wait(for: "R0 item 30")
            let row = first.screen.find("R0 item 30")?.y
            try first.quit()
            let second = try home.terminal()
            try second.wait(for: "R0 item 30")
            #expect(second.screen.find("R0 item 30")?.y == row)
            try second.quit()
        }
    }
}
