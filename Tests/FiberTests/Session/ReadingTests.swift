import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("The timeline of the built program on a terminal", .ownThread, .serialized)
struct ReadingTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    /// Two sources answer and a third fails, so a gap stays below the newest tickets.
    private func withAGap(_ body: @Sendable @escaping (ScenarioServer) throws -> Void) async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0..<3 {
                server.script("/\(index)", Feeds.scenario(index, items: 40))
                _ = try await home.fiber("add", server.url("/\(index)"))
            }
            server.script("/2", Scenario(status: 500))
            _ = try await home.fiber("refresh")
            try body(server)
        }
    }

    @Test("After scrolling, filling a gap, opening a ticket, resizing and quitting, the terminal is restored")
    func aSitting() async throws {
        try await withAGap { try sitting(with: $0) }
    }

    private func sitting(with server: ScenarioServer) throws {
        let terminal = try home.terminal()
        try terminal.wait(for: "R0 item 0")
        let before = terminal.screen
        try terminal.type("jjjj")
        try terminal.wait(until: "the selection moved") { $0.lines != before.lines }

        try terminal.type("}{")
        try terminal.wait(until: "a gap is selected") { $0.contains("▌┄") }
        let requestCount = server.requests(for: "/2").count
        try terminal.type("\r")
        try terminal.wait(until: "the gap's source was asked") { _ in server.requests(for: "/2").count > requestCount }

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

    @Test("Without sources the sample opens with a banner that says how to add some")
    func firstRun() throws {
        let terminal = try home.terminal()
        try terminal.wait(for: "fiber add URL")
        try terminal.type("q")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try home.read(".config/fiber/config.toml").contains("[timeline]"))
    }

    @Test("After a first address the user's own timeline opens at once, and again at the next start")
    func firstSteps() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 3))
            let address = server.url("/0")
            let terminal = try home.terminal()
            try terminal.wait(for: "fiber add URL")
            try terminal.type("a")
            try terminal.wait(for: "Welcome to Fiber")
            try terminal.type("\r")
            try terminal.wait(for: "Address of a page")
            try terminal.type("\(address)/nothing-there\r")
            try terminal.wait(for: "(404)")
            try terminal.type("\u{15}\(address)\r")
            try terminal.wait(for: "R0 item 0")
            try terminal.quit()
        }
        #expect(try await home.fiber("timeline", "--json").output.contains("R0 item 0"))
    }

    @Test("Doctor checks the user's keys and row layouts without a screen")
    func doctorOfKeys() async throws {
        let rows = "[rows]\nregular = [\"{title}\"]\n"
        try home.write("[keys.timeline]\n\"Z\" = \"down\"\n" + rows, to: ".config/fiber/config.toml")
        let well = try await home.fiber("doctor")
        #expect(well.status == 0, "\(well.output)\(well.errors)")
        try home.write(
            "[keys.timeline]\n\"Z\" = \"toggle-stra\"\n[appearance]\nthem = \"dusk\"\n[rows]\nregular = [\"{titel}\"]\n",
            to: ".config/fiber/config.toml")
        let ill = try await home.fiber("doctor")
        #expect(ill.status == 3)
        #expect(ill.output.contains("config.toml:2:7: There is no command called “toggle-stra”"))
        #expect(ill.output.contains("Did you mean “toggle-star”?"))
        #expect(ill.output.contains("config.toml:4:1: There is no setting “appearance.them”"))
        #expect(ill.output.contains("config.toml:6:11: rows.regular, line 1"))
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

    @Test("Another reader's list is imported on the screen, with a message for each omitted entry")
    func firstList() async throws {
        try home.write(
            """
            <opml version="2.0"><body><outline text="Kept" xmlUrl="file:\(home.path)/lines.jsonl"/>
            <outline text="Line" xmlUrl="http://127.0.0.1:1/feed"/></body></opml>
            """, to: "list.opml")
        let terminal = try home.terminal()
        try terminal.wait(for: "fiber add URL")
        try terminal.type("a2")
        try terminal.wait(for: "Path of the file")
        try terminal.type("~/list.opml\r")
        try terminal.wait(until: "the user's own timeline is there") { !$0.contains("This is a sample") }
        try terminal.type("!")
        try terminal.wait(for: "line 1: ")
        try terminal.wait(for: "on this machine")
        try terminal.quit()
        #expect(try await home.fiber("sources", "--json").output.contains("http://127.0.0.1:1/feed"))
    }

    @Test("A newsboat list that is all commands is refused on the screen, line by line, and nothing runs")
    func firstListOfCommands() async throws {
        try home.write("\"exec:touch pwned\"\n\"filter:touch pwned:https://a.example/f\"\n", to: "urls")
        let terminal = try home.terminal()
        try terminal.wait(for: "fiber add URL")
        try terminal.type("a2")
        try terminal.wait(for: "Path of the file")
        try terminal.type("~/urls\r")
        try terminal.wait(for: "line 1: ")
        try terminal.wait(for: "line 2: ")
        try terminal.type("\u{3}\u{3}\u{3}")
        _ = try terminal.waitForExit()
        #expect(try await home.fiber("sources", "--json").output == "")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/pwned"))
    }

    @Test("fiber open opens a place, and refuses a missing one before the screen opens")
    func places() async throws {
        #expect(try await home.fiber("open", "item", "feed:x/1").status == 1)
        #expect(try await home.fiber("open", "topic").status == 2)
        #expect(try await home.fiber("open", "sources", "x").status == 2)
        try home.write(
            #"{"title":"A line","id":"1","time":"2026-11-20T10:00:00Z"}"# + "\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:\(home.path)/lines.jsonl", "--topic", "Lines", "--name", "Lined")
        _ = try await home.fiber("refresh")
        let line = try await home.fiber("timeline", "--json").output
        let id = try #require(line.split(separator: "\"").first { $0.hasPrefix("file:") && $0.hasSuffix("/1") })
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

    @Test("o opens the link with the configured program, given by name or path")
    func browser() async throws {
        try home.write(
            "[browser]\ncommand = [\"/bin/sh\", \"-c\", 'echo \"$0\" > ~/opened; exit 3']\n",
            to: ".config/fiber/config.toml")
        try home.write(
            #"{"title":"A line","time":"2026-11-20T10:00:00Z","url":"https://a.example/1"}"# + "\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:\(home.path)/lines.jsonl")
        _ = try await home.fiber("refresh")
        let terminal = try home.terminal()
        try terminal.wait(for: "A line")
        try terminal.type("o")
        // The failure message shows that the program has run.
        try terminal.wait(for: "could not open")
        try terminal.quit()
        #expect(try home.read("opened") == "https://a.example/1\n")
    }

    @Test("Standard input is a growing timeline while keys come from the terminal")
    func standardInput() throws {
        try home.write("", to: "go")
        let fiber = try BuiltProduct.path("fiber")
        let first = #"{"title":"First line","time":"2026-11-20T10:00:00Z"}"#
        let second = #"{"title":"Second line","time":"2026-11-20T11:00:00Z"}"#
        let terminal = try home.terminal(
            program: "/bin/sh",
            "-c",
            "{ echo '\(first)'; while test -e \(home.path)/go; do sleep 0.05; done; echo '\(second)'; } | \(fiber) -")
        try terminal.wait(for: "First line")
        try home.remove("go")
        // If the first line was loaded before the screen opened, it stays in place and the second appears above it.
        try terminal.wait(until: "the second line has come") { $0.contains("Second line") || $0.contains("↑ 1") }
        try terminal.type("g")
        try terminal.wait(for: "Second line")
        try terminal.quit()
        #expect(terminal.modes == terminal.modesBefore)
    }

    @Test("Standard input has its name in the language of the screens")
    func nameOfStandardInput() throws {
        try home.write("[appearance]\nlanguage = \"es\"\n", to: ".config/fiber/config.toml")
        let fiber = try BuiltProduct.path("fiber")
        let line = #"{"title":"First line","time":"2026-11-20T10:00:00Z"}"#
        let terminal = try home.terminal(program: "/bin/sh", "-c", "echo '\(line)' | \(fiber) -")
        try terminal.wait(until: "the line has its source") {
            $0.contains("First line") && $0.contains("entrada estándar")
        }
        try terminal.quit()
    }

    @Test("The reading position is kept over a restart")
    func placeIsKept() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 90))
            _ = try await home.fiber("add", server.url("/0"))
            _ = try await home.fiber("refresh")
            try await Task { try restart() }.value
        }
    }

    private func restart() throws {
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
