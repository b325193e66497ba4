import ScenarioServer
import TerminalTestSupport
import TestSupport
import Testing

@Suite("Gaps on the command line", .timeLimit(.minutes(30)))
struct GapCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Returns a JSON Feed of items at these minutes before 2026-11-20T10:00:00Z, with the address of its next page.
    private func feed(_ name: String, minutes: [Int], next: String? = nil) -> Scenario {
        let items = minutes.map { minute in
            let (hour, rest) = (9 - minute / 60, 59 - minute % 60)
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "{\"id\":\"\(name)\(minute)\",\"title\":\"\(name) wrote \(minute)\","
                + "\"date_published\":\"2026-11-20T\(two(hour)):\(two(rest)):00Z\"}"
        }
        let link = next.map { "\"next_url\":\"\($0)\"," } ?? ""
        return .text(
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"\(name)\",\(link)"
                + "\"items\":[\(items.joined(separator: ","))]}",
            type: "application/feed+json")
    }

    @Test("The gap of sources without any items names each of them once, with its cause")
    func unloaded() async throws {
        try home.write(#"{"title":"A","id":"1","time":"2026-11-20T10:00:00Z"}"# + "\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:\(home.path)/lines.jsonl")
        let library = try home.read(".config/fiber/library.toml")
        let others = ["x", "y"]
            .map { letter in
                "[[source]]\nid = \"file:\(letter)\"\nurl = \"file:/no/\(letter)\"\nname = \"Way \(letter)\"\n"
            }
        try home.write("\(library)\n\(others.joined(separator: "\n"))", to: ".config/fiber/library.toml")
        #expect(try await home.fiber("refresh").status == 1)
        let gap = try #require(try await home.fiber("timeline").output.split(separator: "\n").first)
        #expect(gap.contains("No items of these sources are loaded yet. Way x: There is no file /no/x."), "\(gap)")
        for name in ["Way x", "Way y"] { #expect(gap.ranges(of: name).count == 1, "\(gap)") }
    }

    @Test("A new source beside loaded items is a gap of its own, and the timeline is not empty")
    func newSource() async throws {
        for name in ["first", "second"] {
            try home.write(#"{"title":"A","id":"1","time":"2026-11-20T10:00:00Z"}"# + "\n", to: "\(name).jsonl")
            #expect(try await home.fiber("add", "file:\(home.path)/\(name).jsonl").status == 0)
            if name == "first" { #expect(try await home.fiber("refresh").status == 0) }
        }
        let timeline = try await home.fiber("timeline")
        #expect(!timeline.errors.contains("Nothing is loaded yet"), "\(timeline)")
        #expect(timeline.output.contains("loaded yet. second.jsonl: not requested yet"), "\(timeline)")
        let gaps = try await home.fiber("timeline", "--json").objects.filter { $0["type"] as? String == "gap" }
        let causes = gaps.flatMap { ($0["missing"] as? [[String: Any]] ?? []).compactMap { $0["cause"] as? String } }
        let sources = try await home.fiber("sources", "--json").objects
        #expect(causes.contains("not-asked"), "\(causes)")
        #expect(sources.map { $0["condition"] as? String } == ["well", "not-asked"])
        #expect(try await home.fiber("sources").output.contains("not requested yet"))
    }

    @Test("A gap of a source that has answered before does not say that the source was not requested")
    func answeredSource() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/near", feed("near", minutes: Array(1...50), next: server.url("/near2")))
            try await follow(server, ["near"])
            #expect(try await home.fiber("refresh").status == 0)
            let timeline = try await home.fiber("timeline")
            #expect(timeline.output.contains("near: not loaded yet"), "\(timeline)")
        }
    }

    @Test("Export prints the gap of a source that has loaded nothing with the id that fill knows")
    func exportedGap() async throws {
        for name in ["first", "second"] {
            try home.write(#"{"title":"A","id":"1","time":"2026-11-20T10:00:00Z"}"# + "\n", to: "\(name).jsonl")
            #expect(try await home.fiber("add", "file:\(home.path)/\(name).jsonl").status == 0)
            if name == "first" { #expect(try await home.fiber("refresh").status == 0) }
        }
        func gaps(_ arguments: String...) async throws -> [String] {
            try await home.fiber(arguments).objects.filter { $0["type"] as? String == "gap" }
                .compactMap { $0["id"] as? String }
        }
        let exported = try await gaps("export")
        #expect(try await gaps("timeline", "--json") == exported && exported.count == 1)
        let filled = try await home.fiber("fill", "--gap", try #require(exported.first))
        #expect(filled.status == 0 && filled.errors.contains("1 new"), "\(filled)")
    }

    /// Follows the feeds at these paths without requesting them.
    private func follow(_ server: ScenarioServer, _ paths: [String]) async throws {
        let outlines = paths.map { "<outline text='\($0)' xmlUrl='\(server.url("/" + $0))'/>" }
        try home.write("<opml version='2.0'><body>\(outlines.joined())</body></opml>", to: "in.opml")
        #expect(try await home.fiber("import", home.path + "/in.opml").status == 0)
    }

    @Test("A failed page of older items fails its refresh, which names the command that requests it again")
    func failedPage() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/feed", feed("feed", minutes: Array(1...5), next: server.url("/older")))
            server.script("/older", Scenario(status: 500))
            try await follow(server, ["feed"])
            let failed = try await home.fiber("refresh")
            #expect(failed.status == 1 && failed.errors.contains("`fiber fill` requests"), "\(failed.errors)")
            #expect(!failed.errors.contains("`fiber refresh`"), "\(failed.errors)")
            let next = try await home.fiber("refresh")
            #expect(next.status == 0 && server.requests(for: "/older").count == 1, "\(next.errors)")
            #expect(try await home.fiber("timeline").output.contains("server error (500)"))
            server.script("/older", feed("feed", minutes: Array(6...9)))
            #expect(try await home.fiber("fill").errors.contains("4 new"))
        }
    }

    @Test("Fill skips gaps whose sources would answer the same, says why, and fills the next")
    func passing() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/good", feed("good", minutes: Array(1...40), next: server.url("/good2")))
            server.script("/good2", feed("good", minutes: Array(41...80)))
            server.script("/gone", Scenario(status: 410))
            server.script("/locked", Scenario(status: 401))
            server.script("/busy", Scenario(status: 429, headers: [("retry-after", "3600")]))
            try await follow(server, ["good", "gone", "locked", "busy"])
            #expect(try await home.fiber("refresh").status == 1)
            let requestCount = server.requests.filter { !$0.path.hasPrefix("/good") }.count
            let filled = try await home.fiber("fill")
            #expect(filled.errors.contains("40 new"), "\(filled.errors)")
            let passed = try #require(filled.errors.split(separator: "\n").first { $0.hasPrefix("Skipped ") })
            for reason in ["gone: ", "(410)", "locked: ", "(401)", "busy: rate limited until "] {
                #expect(passed.contains(reason), "\(passed)")
            }
            #expect(server.requests(for: "/good2").count == 1)
            #expect(server.requests.filter { !$0.path.hasPrefix("/good") }.count <= requestCount + 2)

            let nothing = try await home.fiber("fill")
            #expect(nothing.status == 1)
            #expect(nothing.errors.contains("There is no gap that can be filled now."), "\(nothing.errors)")
            #expect(nothing.errors.contains("Skipped "))
            server.script("/locked", feed("locked", minutes: [5]))
            let gap = try #require(
                try await home.fiber("timeline", "--json").objects.first { $0["type"] as? String == "gap" })
            let id = try #require(gap["id"] as? String)
            #expect(try await home.fiber("fill", "--gap", id).errors.contains("1 new"))
            let skipped = try #require(passed.split(separator: " ").dropFirst().first)
            let named = try await home.fiber("fill", "--gap", String(skipped))
            #expect(!named.errors.contains("There is no gap"), "a gap that was skipped can be named: \(named.errors)")
        }
    }

    @Test("Fill continues with the next gap if every missing source of the first fails")
    func failing() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/good", feed("good", minutes: Array(1...40), next: server.url("/good2")))
            server.script("/good2", feed("good", minutes: Array(41...80)))
            server.script("/ill", Scenario(status: 500))
            try await follow(server, ["good", "ill"])
            #expect(try await home.fiber("refresh").status == 1)
            let filled = try await home.fiber("fill")
            #expect(filled.status == 1 && filled.errors.contains("ill has a server error"), "\(filled.errors)")
            #expect(filled.errors.contains("40 new"), "\(filled.errors)")
        }
    }

    @Test("Fill fails if an older page fails, and the gap names the cause until the page is read")
    func failingPage() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/near", feed("near", minutes: Array(1...40), next: server.url("/near2")))
            server.script("/near2", Scenario(status: 500))
            server.script("/far", feed("far", minutes: Array(20...80), next: server.url("/far2")))
            server.script("/far2", feed("far", minutes: Array(81...120), next: server.url("/far3")))
            server.script("/far3", Scenario(status: 500))
            try await follow(server, ["near", "far"])
            _ = try await home.fiber("refresh")
            func causes() async throws -> [String] {
                let gaps = try await home.fiber("timeline", "--json", "--limit", "1000").objects
                    .filter { $0["type"] as? String == "gap" }
                return gaps.flatMap { ($0["missing"] as? [[String: Any]] ?? []).compactMap { $0["cause"] as? String } }
            }
            for _ in 0..<2 {
                let filled = try await home.fiber("fill", "--until", "2026-11-20T05:00:00Z")
                #expect(filled.status == 1 && filled.errors.contains("near: "), "\(filled.errors)")
                #expect(try await Set(causes()) == ["failed"])
                #expect(try await home.fiber("sources").output.contains("(500)"))
            }
            #expect(server.requests(for: "/near").count == 1, "what is newest leads no further")
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await Set(causes()) == ["failed"])
            server.script("/near2", feed("near", minutes: Array(41...80)))
            _ = try await home.fiber("fill", "--until", "2026-11-20T05:00:00Z")
            #expect(try await home.fiber("timeline", "--json", "--limit", "1000").output.contains("near wrote 80"))
        }
    }

    @Test("Fill fails for a missing page, and a later fill reads it once it exists")
    func askedAgain() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/good", feed("good", minutes: Array(1...40), next: server.url("/good2")))
            server.script("/good2", Scenario(status: 404))
            try await follow(server, ["good"])
            #expect(try await home.fiber("refresh").status == 0)
            for _ in 0..<2 {
                let failed = try await home.fiber("fill")
                #expect(failed.status == 1 && failed.errors.contains("does not exist (404)"), "\(failed.errors)")
            }
            let gap = try #require(
                try await home.fiber("timeline", "--json").objects.first { $0["type"] as? String == "gap" })
            let id = try #require(gap["id"] as? String)
            let requestCount = server.requests(for: "/good2").count
            let again = try await home.fiber("fill", "--gap", id)
            #expect(again.status == 1)
            #expect(server.requests(for: "/good2").count == requestCount + 1)
            server.script("/good2", feed("good", minutes: Array(41...80)))
            #expect(try await home.fiber("fill").errors.contains("40 new"))
        }
    }

    @Test("Fill --gap of items that a file has lost says that they cannot be loaded")
    func nobody() async throws {
        func line(_ number: Int) -> String {
            "{\"id\":\"\(number)\",\"title\":\"t\",\"time\":\"2026-11-20T0\(number):00:00Z\"}\n"
        }
        try home.write(line(1) + line(2), to: "log")
        #expect(try await home.fiber("add", "file:\(home.path)/log").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        try home.write(line(7) + line(8), to: "log")
        #expect(try await home.fiber("refresh").status == 0)
        let gap = try #require(
            try await home.fiber("timeline", "--json").objects.first { $0["type"] as? String == "gap" })
        let id = try #require(gap["id"] as? String)
        let answer = try await home.fiber("fill", "--gap", id)
        #expect(answer.status == 0)
        #expect(answer.errors.contains("No source can be requested for \(id)"), "\(answer.errors)")
    }

    @Test("A feed with older pages has a gap of its own, and hides nothing of other sources")
    func archive() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/near", feed("near", minutes: Array(1...40), next: server.url("/near2")))
            server.script("/far", feed("far", minutes: (0..<9).map { $0 * 60 + 30 }))
            server.script("/other", feed("other", minutes: [10]))
            try await follow(server, ["near", "far", "other"])
            #expect(try await home.fiber("refresh").status == 0)
            func tickets(_ arguments: String...) async throws -> [String] {
                try await home.fiber(arguments).objects.filter { $0["type"] as? String == "ticket" }
                    .compactMap { $0["sourceName"] as? String }
            }
            let shown = try await tickets("timeline", "--json")
            #expect(shown.count { $0 == "far" } == 9 && shown.count == 50)
            let exported = try await home.fiber("export").objects
            #expect(exported.count { $0["type"] as? String == "ticket" } == 50)
            let gap = try #require(exported.last { $0["type"] as? String == "gap" })
            #expect(gap["partial"] as? Bool == true)
            #expect(try await tickets("search", "--json", "far").count == 9)
            for (source, count) in [("far", 9), ("other", 1)] {
                let objects = try await home.fiber("timeline", "--json", "--source", source).objects
                #expect(objects.count == count, "a gap in which \(source) misses nothing is not its own")
            }
        }
    }

    @Test("A fill beside an open Fiber is done by that one, which shows the items", .ownThread)
    func besideOpen() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/near", feed("near", minutes: Array(1...40), next: server.url("/near2")))
            server.script("/near2", feed("near", minutes: Array(41...80)))
            try await follow(server, ["near"])
            #expect(try await home.fiber("refresh").status == 0)
            let terminal = try home.terminal()
            try terminal.wait(for: "near wrote 1")
            let filled = try await home.fiber("fill", "--wait", "0")
            #expect(filled.status == 0 && filled.errors.contains("40 new"), "\(filled)")
            try terminal.type("G")
            try terminal.wait(for: "near wrote 80")
            let none = try await home.fiber("fill", "--wait", "0")
            #expect(none.status == 0 && none.errors.contains("There is no gap that can be filled"), "\(none)")
            try terminal.quit()
        }
    }

    @Test("The JSON of a gap tells how many items wait for it, also if none does")
    func waiting() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/good", feed("good", minutes: Array(1...5)))
            server.script("/gone", Scenario(status: 410))
            try await follow(server, ["good", "gone"])
            #expect(try await home.fiber("refresh").status == 1)
            let gap = try #require(
                try await home.fiber("timeline", "--json").objects.first { $0["type"] as? String == "gap" })
            #expect(gap["waiting"] as? Int == 0 && gap["withheld"] as? Int == 0, "\(gap)")
        }
    }
}
