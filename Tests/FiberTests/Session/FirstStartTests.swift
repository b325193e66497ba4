import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("The first start of the built program", .ownThread, .serialized)
struct FirstStartTests {
    private let home: Home

    init() throws { home = try Home() }

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

    @Test("Another reader's list is imported on the screen, with a message for each omitted entry")
    func firstList() async throws {
        try home.write(
            """
            <opml version="2.0"><body><outline text="Kept" xmlUrl="file:\(home.path)/lines.jsonl"/>
            <outline text="Line" xmlUrl="http://127.0.0.1:1/feed"/></body></opml>
            """, to: "list.opml")
        let terminal = try home.terminal()
        try terminal.wait(for: "fiber add URL")
        try terminal.type("a2\r")
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
        try terminal.type("a2\r")
        try terminal.wait(for: "Path of the file")
        try terminal.type("~/urls\r")
        try terminal.wait(for: "line 1: ")
        try terminal.wait(for: "line 2: ")
        try terminal.type("\u{3}\u{3}\u{3}")
        _ = try terminal.waitForExit()
        #expect(try await home.fiber("sources", "--json").output == "")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/pwned"))
    }
}
