import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("Several processes of the built program over one store", .ownThread, .serialized)
struct SharingTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test(
        "A second refresh names the process that fetches and does nothing, and a killed refresh blocks nobody")
    func twoRefreshes() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 5))
            _ = try await home.fiber("add", server.url("/0"))
            try home.waitLongForAnswers()
            server.script("/0", .held(by: "for ever", then: Feeds.scenario(0, items: 5)))
            let requestCount = server.requests.count
            let first = try home.terminal("refresh")
            await server.waitForRequests(requestCount + 1)
            let second = try await home.fiber("refresh", "--wait", "0")
            first.signal(9)
            #expect(try first.waitForExit() == .killed(9))
            #expect(second.status == 1)
            #expect(second.errors.contains("`fiber refresh`) is using this store"))
            #expect(server.requests.count == requestCount + 1)
            server.open("for ever")
            let third = try await home.fiber("refresh", "--wait", "0")
            #expect(third.status == 0, "\(third.errors)")
            #expect(try await home.fiber("timeline", "--json").objects.count == 5)
        }
    }

    @Test("Of two open timelines one fetches; the other follows, says so, and takes over when the first ends")
    func twoTimelines() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 5))
            _ = try await home.fiber("add", server.url("/0"))
            try home.waitLongForAnswers()
            server.script("/0", .held(by: "later", then: Feeds.scenario(0, items: 5)))
            let requestCount = server.requests.count
            let first = try home.terminal()
            await server.waitForRequests(requestCount + 1)
            let second = try home.terminal(width: 160)
            try second.wait(for: "its results appear here")
            // The second process shows what the first one fetches, without a request of its own.
            server.open("later")
            try first.wait(for: "R0 item 0")
            try second.wait(for: "R0 item 0")
            try first.quit()
            // A message is gone from the timeline after a while, but not from the list.
            try second.type("!")
            try second.wait(until: "the second one says that it refreshes") {
                $0.contains("Messages") && $0.contains("This one refreshes the sources now")
            }
            try second.quit()
            #expect(server.requests.count >= requestCount + 1)
        }
    }

    @Test("Marks that a command sets show in an open Fiber, also in the counts")
    func marks() async throws {
        let line = "{\"id\":\"1\",\"time\":\"2026-11-20T11:00:00Z\",\"title\":\"Only line\"}\n"
        try home.write(line, to: "log.jsonl")
        _ = try await home.fiber("add", "file:~/log.jsonl")
        let terminal = try home.terminal(width: 130)
        try terminal.wait(for: "Only line")
        try terminal.wait(for: "1 unread of 1")
        let marked = try await home.fiber("mark", "read", "only")
        #expect(marked.status == 0, "\(marked.errors)")
        try terminal.wait(for: "0 unread of 1")
        try terminal.quit()
    }

    /// Runs a command until its outcome satisfies the condition. Throws after ``maximumWait``.
    private func outcome(
        of arguments: String..., until isWanted: (Home.Outcome) -> Bool
    ) async throws -> Home.Outcome {
        let end = ContinuousClock.now + maximumWait
        while true {
            let outcome = try await home.fiber(arguments)
            if isWanted(outcome) { return outcome }
            try #require(ContinuousClock.now < end, "\(arguments): \(outcome)")
        }
    }

    @Test("A refresh beside an open Fiber is done by that one, which shows the items and reports failures and names")
    func refreshBesideOpen() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 2))
            _ = try await home.fiber("add", server.url("/0"), "--name", "Nought")
            _ = try await home.fiber("refresh")
            let requestCount = server.requests.count
            let terminal = try home.terminal()
            try terminal.wait(for: "R0 item 0")
            await server.waitForRequests(requestCount + 1)
            server.script("/0", Feeds.scenario(3, items: 2))
            // A feed is not asked twice within a second, so the first tries may bring nothing.
            let beside = try await outcome(of: "refresh", "--wait", "0") {
                $0.status != 0 || $0.errors.contains("2 new")
            }
            #expect(beside.status == 0, "\(beside)")
            try terminal.type("g")
            try terminal.wait(for: "R3 item 0")
            let object = try await home.fiber("refresh", "--json", "--source", "Nought", "--wait", "0")
            #expect(try object.objects.first?["type"] as? String == "refresh", "\(object)")
            #expect(try await home.fiber("refresh", "--quiet", "--wait", "0").errors == "")
            let unknown = try await home.fiber("refresh", "--source", "zz", "--wait", "0")
            #expect(unknown.status == 1 && unknown.errors.contains("no source “zz”"), "\(unknown)")
            server.script("/0", Scenario(status: 500))
            // As above: a refresh within a second of the last one does not ask.
            let failed = try await outcome(of: "refresh", "--quiet", "--wait", "0") { $0.status != 0 }
            #expect(failed.status == 1 && failed.errors.contains("Nought"), "\(failed)")
            try terminal.quit()
        }
    }

    @Test("A backup is a complete store that only its owner can read, and overwrites no file")
    func backup() async throws {
        try await ScenarioServer.running([:]) { server in
            let early = try await home.fiber("backup", "\(home.path)/copy/fiber.sqlite")
            #expect(early.status == 1 && early.errors.contains("There is no store at"))
            server.script("/0", Feeds.scenario(0, items: 30))
            _ = try await home.fiber("add", server.url("/0"))
            _ = try await home.fiber("refresh")
            let nowhere = try await home.fiber("backup", "\(home.path)/copy/fiber.sqlite")
            #expect(nowhere.status == 1 && nowhere.errors.contains("cannot be written"))

            try home.write("", to: "copy/library.toml")
            let copied = try await home.fiber("backup", "\(home.path)/copy/fiber.sqlite")
            #expect(copied.status == 0, "\(copied.errors)")
            #expect(copied.output.contains("copy/fiber.sqlite"))
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/copy")
            #expect(Set(names) == ["fiber.sqlite", "library.toml"])
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(home.path)/copy/fiber.sqlite")
            #expect(attributes[.posixPermissions] as? Int == 0o600)

            let timeline = try await home.fiber("timeline", "--json")
            let other = try await home.fiber("timeline", "--json", "--data", "\(home.path)/copy")
            #expect(!timeline.output.isEmpty && other.output == timeline.output)
            // The shell leaves the home directory of such an argument to the program.
            let belowHome = try await home.fiber("timeline", "--json", "--data=~/copy")
            #expect(belowHome.output == timeline.output, "\(belowHome.errors)")

            let again = try await home.fiber("backup", "\(home.path)/copy/library.toml")
            #expect(again.status == 1 && again.errors.contains("exists already"))
            #expect(try home.read("copy/library.toml").isEmpty)
        }
    }
}
