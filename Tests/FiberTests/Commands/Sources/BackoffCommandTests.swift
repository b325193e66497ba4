import Foundation
import ScenarioServer
import Testing

@Suite("Backoff on the command line", .timeLimit(.minutes(30)))
struct BackoffCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("Refresh requests every source, and refresh --if-due only those that are due")
    func due() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 3))
            server.script("/1", Feeds.scenario(1, items: 3))
            // A source must not be due again before the end of the test on a busy machine.
            try home.write("[timeline]\nrefresh-minutes = 1440\n", to: ".config/fiber/config.toml")
            _ = try await home.fiber("add", server.url("/0"))
            #expect(try await home.fiber("refresh", "--if-due").status == 0)
            #expect(server.requests.count == 2)
            #expect(try await home.fiber("refresh", "--if-due").status == 0)
            #expect(server.requests.count == 2)
            _ = try await home.fiber("add", server.url("/1"))
            #expect(try await home.fiber("refresh", "--if-due").status == 0)
            #expect(server.requests.map(\.path) == ["/0", "/0", "/1", "/1"])
            #expect(try await home.fiber("refresh").status == 0)
            #expect(server.requests.count == 6)
            server.script("/1", Scenario(status: 410))
            #expect(try await home.fiber("refresh").status == 1)
            let requestCount = server.requests.count
            #expect(try await home.fiber("refresh", "--if-due").status == 0, "who was not asked has not failed")
            #expect(server.requests.count == requestCount)
            #expect(try await home.fiber("remove", server.url("/1")).status == 0)
            server.script("/0", Scenario(status: 429, headers: [("retry-after", "3600")]))
            #expect(try await home.fiber("refresh").status == 1)
            let limited = try await home.fiber("refresh", "--if-due")
            #expect(limited.status == 0 && !limited.errors.contains("failed"), "it is limited, but not due: \(limited)")
        }
    }

    @Test("A rate-limited source is reported with the time of its next request")
    func rateLimit() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 3))
            _ = try await home.fiber("add", server.url("/0"))
            for path in ["/0", "/1"] {
                server.script(path, Scenario(status: 429, headers: [("retry-after", "3600")]))
            }
            let refreshed = try await home.fiber("refresh")
            #expect(refreshed.status == 1)
            let until = #/until (\w\w\w \d+ \w\w\w( \d{4})?, )?\d\d:\d\d/#
            #expect(refreshed.errors.contains(until), "\(refreshed.errors)")
            let other = try await home.fiber("add", server.url("/1"))
            #expect(other.errors.contains(#/rate limited \(429\) until/#), "\(other.errors)")
            #expect(other.errors.contains(until), "\(other.errors)")
            let listed = try await home.fiber("sources").output
            #expect(listed.contains(until), "\(listed)")
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect(source["condition"] as? String == "rateLimited")
            #expect((source["retryAt"] as? String)?.hasPrefix("20") == true)
        }
    }

    @Test("A Retry-After outlives a restart and is reported wherever the source is listed")
    func rateLimitAfterRestart() async throws {
        try await ScenarioServer.running([:]) { server in
            let well = Feeds.scenario(0, items: 3)
            server.script("/0", well)
            _ = try await home.fiber("add", server.url("/0"))
            server.script("/0", Scenario(status: 503, headers: [("retry-after", "3600")]))
            _ = try await home.fiber("refresh")
            server.script("/0", well)
            let requestCount = server.requests.count
            let time = #/next attempt at (\w\w\w \d+ \w\w\w( \d{4})?, )?\d\d:\d\d/#
            for arguments in [["refresh"], ["refresh", "--restart"], ["refresh", "--if-due"], ["doctor"]] {
                let run = try await home.fiber(arguments)
                #expect(run.status == 1, "\(arguments)")
                #expect((run.errors + run.output).contains(time), "\(arguments): \(run.errors)")
            }
            #expect(server.requests.count == requestCount)
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect(source["condition"] as? String == "rateLimited")
            #expect((source["retryAt"] as? String)?.hasPrefix("20") == true)
        }
    }

    @Test("An address whose server fails is not added, and is worth another attempt")
    func failingServer() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Scenario(status: 500))
            let added = try await home.fiber("add", server.url("/0"))
            #expect(added.status == 1 && added.errors.contains("server error (500)"), "\(added)")
            #expect(added.errors.contains("try again later."), "\(added)")
        }
    }

    @Test("Adding a source again that answers now ends its backoff in every process")
    func addingEndsBackoff() async throws {
        try await ScenarioServer.running([:]) { server in
            let well = Feeds.scenario(0, items: 3)
            server.script("/0", well)
            let address = server.url("/0")
            _ = try await home.fiber("add", address)
            server.script("/0", Scenario(status: 429, headers: [("retry-after", "3600")]))
            #expect(try await home.fiber("refresh").status == 1)
            #expect(try await home.fiber("remove", address).status == 0)
            #expect(try await home.fiber("add", address).errors.contains("rate limited (429) until"))
            server.script("/0", well)
            #expect(try await home.fiber("add", address).status == 0)
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect(source["condition"] as? String == "not-asked")
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await home.fiber("timeline").output.contains("R0 item 0"))

            // A new Retry-After counts, although the source answered before: nobody has added it since.
            server.script("/0", Scenario(status: 429, headers: [("retry-after", "3600")]))
            #expect(try await home.fiber("refresh").status == 1)
            let library = try home.read(".config/fiber/library.toml")
            try home.write("", to: ".config/fiber/library.toml")
            _ = try await home.fiber("sources")
            try home.write(library, to: ".config/fiber/library.toml")
            let requestCount = server.requests.count
            #expect(try await home.fiber("refresh").status == 1)
            #expect(server.requests.count == requestCount)
        }
    }

    @Test("A source that keeps failing is reported with the end of its backoff and how to retry at once")
    func keepsFailing() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 3))
            // The backoff lasts some 60 seconds, in which a busy machine may not start the next command.
            let clock = try FakeClock.isAvailable ? FakeClock() : nil
            var now = Int64(Date.now.timeIntervalSince1970) * 1000
            func fiber(_ arguments: [String]) async throws -> Home.Outcome {
                now += 2000
                return try await home.fiber(arguments, environment: clock?.environment(now) ?? [:])
            }
            _ = try await fiber(["add", server.url("/0")])
            server.script("/0", Scenario(status: 404))
            for _ in 0..<4 {
                #expect(try await fiber(["refresh"]).errors.contains("`fiber refresh` tries again."))
            }
            let fifth = try await fiber(["refresh"]).errors
            #expect(
                fifth.contains("Next attempt at ") && !fifth.contains("Not requested"), "\(fifth)")
            let requestCount = server.requests.count
            let run = try await fiber(["refresh"])
            #expect(run.status == 1)
            #expect(run.errors.contains(#/Next attempt at .+\. Not requested this time\./#), "\(run.errors)")
            #expect(run.errors.contains("`fiber refresh --restart` requests all sources now"), "\(run.errors)")
            #expect(!run.errors.contains("`fiber refresh` tries again."), "\(run.errors)")
            let due = try await fiber(["refresh", "--if-due"])
            #expect(due.status == 0 && !due.errors.contains("failed"), "it is not due: \(due)")
            let source = try #require(try await fiber(["sources", "--json"]).objects.first)
            #expect((source["retryAt"] as? String)?.hasPrefix("20") == true)
            #expect(server.requests.count == requestCount)
            #expect(try await fiber(["refresh", "--restart"]).errors.contains("`fiber refresh` tries again."))
            #expect(server.requests.count == requestCount + 1)
        }
    }

    @Test("A source that was gone for good is requested again after add or refresh --restart")
    func goneAndBack() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 2))
            _ = try await home.fiber("add", server.url("/0"))
            #expect(try await home.fiber("refresh").status == 0)
            server.script("/0", Scenario(status: 410))
            let gone = try await home.fiber("refresh")
            #expect(gone.status == 1 && !gone.errors.contains("asks again"), "\(gone.errors)")
            #expect(!gone.errors.contains("others") && !gone.errors.contains("gap"), "\(gone.errors)")
            server.script("/0", Feeds.scenario(0, items: 3))
            #expect(try await home.fiber("refresh").status == 1, "it is not asked")
            #expect(try await home.fiber("refresh", "--restart").status == 0)
            #expect(try await home.fiber("sources").output.contains("  ok"))

            server.script("/0", Scenario(status: 410))
            _ = try await home.fiber("refresh")
            _ = try await home.fiber("remove", server.url("/0"))
            server.script("/0", Feeds.scenario(0, items: 4))
            _ = try await home.fiber("add", server.url("/0"))
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await home.fiber("sources").output.contains("  ok"))
        }
    }

    @Test("With --source, refresh --restart resets only that source")
    func restartOfOne() async throws {
        try await ScenarioServer.running([:]) { server in
            for path in ["/0", "/1"] {
                server.script(path, Feeds.scenario(0, items: 2))
                _ = try await home.fiber("add", server.url(path))
                server.script(path, Scenario(status: 410))
            }
            #expect(try await home.fiber("refresh").status == 1)
            for path in ["/0", "/1"] { server.script(path, Feeds.scenario(0, items: 3)) }
            #expect(try await home.fiber("refresh", "--restart", "--source", server.url("/0")).status == 0)
            let asked = server.requests(for: "/1").count
            #expect(try await home.fiber("refresh").status == 1, "the other one is still gone")
            #expect(server.requests(for: "/1").count == asked)
        }
    }
}
