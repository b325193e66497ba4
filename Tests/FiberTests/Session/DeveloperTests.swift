import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("The developer section of the built program", .ownThread, .serialized)
struct DeveloperTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("A problem report names no source and no address, and only its owner can read it")
    func report() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/private-path", Feeds.scenario(0, items: 3))
            _ = try await home.fiber("add", server.url("/private-path"))
            let home = home
            let terminal = try home.terminal()
            try terminal.wait(for: "R0 item 0")
            // The messages screen keeps the report's message, whatever follows it.
            try terminal.type(":report-problem\r!")
            try terminal.wait(until: "the report is written") {
                $0.contains("Messages") && $0.contains("Report written to")
            }
            try terminal.quit()
        }
        let folder = "\(home.path)/.local/state/fiber/reports"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let text = try home.read(".local/state/fiber/reports/\(name)")
        #expect(text.contains("version 0."))
        #expect(text.contains("program.launch"))
        #expect(text.contains("source 1 (feed)"))
        for secret in ["private-path", "R0 item", home.path] { #expect(!text.contains(secret), "\(secret)") }
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("A crash is reported once at the next start, and in problem reports")
    func crash() throws {
        let crashed = try home.terminal("demo")
        try crashed.wait(for: "Sample timeline")
        crashed.signal(SIGSEGV)
        #expect(try crashed.waitForExit() == .killed(SIGSEGV))

        let next = try home.terminal("demo")
        try next.wait(for: "crashed last time (signal SIGSEGV)")
        try next.type(":report-problem\r!")
        try next.wait(until: "the report is written") { $0.contains("Messages") && $0.contains("Report written to") }
        try next.quit()
        let folder = ".local/state/fiber/reports"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/\(folder)").first)
        #expect(try home.read("\(folder)/\(name)").contains("signal 11"))

        let third = try home.terminal("demo")
        try third.wait(for: "Sample timeline")
        try third.type("!")
        let screen = try third.wait(for: "Messages")
        #expect(!screen.contains("crashed"))
        try third.quit()
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/.local/state/fiber")
        #expect(!left.contains { $0.hasPrefix("crash-") }, "a program that quits leaves no record")
    }
}
