import ScenarioServer
import Testing

@Suite("Feeds that are added, refreshed and read on the command line")
struct RefreshCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Serves eight feeds of three formats with forty items each, and follows them.
    private func withEightFeeds(_ body: (ScenarioServer) async throws -> Void) async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0..<8 { server.script("/\(index)", Feeds.scenario(index, items: 40)) }
            let added = try await home.fiber(["add"] + (0..<8).map { server.url("/\($0)") })
            #expect(added.status == 0, "\(added.errors)")
            let lines = added.output.split(separator: "\n")
            try #require(lines.count == 8, "\(added)")
            for (index, line) in lines.enumerated() { #expect(line.hasPrefix("Added Feed \(index) as feed:")) }
            try await body(server)
        }
    }

    @Test("Every item of every feed is in the timeline once, newest first, and a second refresh transfers nothing")
    func eightFeeds() async throws {
        try await withEightFeeds { server in
            let first = try await home.fiber("refresh")
            #expect(first.status == 0, "\(first.errors)")
            let timeline = try await home.fiber("timeline", "--json", "--limit", "500")
            let objects = try timeline.objects
            #expect(objects.allSatisfy { $0["type"] as? String == "ticket" })
            let ids = objects.compactMap { $0["id"] as? String }
            #expect(ids.count == 320 && Set(ids).count == 320)
            let order = objects.map { object in
                [object["time"], object["source"]].map { $0 as? String ?? "" }
            }
            for (above, below) in zip(order, order.dropFirst()) {
                #expect(above[0] > below[0] || above[0] == below[0] && above[1] <= below[1], "\(above) \(below)")
            }
            #expect(objects.contains { $0["text"] as? String == "Text of item 3." })

            let bytes = server.bodyBytes
            let second = try await home.fiber("refresh", "--json")
            #expect(second.status == 0)
            #expect(try second.objects.first?["inserted"] as? Int == 0)
            #expect(try second.objects.first?["updated"] as? Int == 0)
            let sources = try #require(try second.objects.first?["sources"] as? [[String: Any]])
            #expect(sources.map { $0["requests"] as? Int } == Array(repeating: 1, count: 8))
            #expect(sources.allSatisfy { $0["bytes"] as? Int == 0 })
            #expect(sources.allSatisfy { $0["milliseconds"] is [String: Double] })
            #expect((try second.objects.first?["requests"] as? [String: Any])?["requests"] as? Int == 8)
            #expect(server.bodyBytes == bytes)
            #expect(server.requests.suffix(8).allSatisfy { $0.status == 304 })
            #expect(try await home.fiber("timeline", "--json", "--limit", "500").output == timeline.output)
        }
    }

    @Test("A source that has moved for good to the address of another one is named until it is removed")
    func movedToOther() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 2))
            server.script("/old", .redirect(to: "/0"))
            server.script("/away", .redirect(to: "/0", status: 302))
            try home.write(["/old", "/0", "/away"].map { server.url($0) + "\n" }.joined(), to: "urls")
            #expect(try await home.fiber("import", "\(home.path)/urls").status == 0)
            for _ in 1...2 {
                let refresh = try await home.fiber("refresh")
                #expect(refresh.status == 0, "\(refresh)")
                let warnings = refresh.errors.split(separator: "\n").filter { $0.contains("has moved permanently to") }
                #expect(warnings.count == 1 && warnings[0].contains("-old-"), "\(refresh)")
            }
            let doctor = try await home.fiber("doctor").output
            #expect(doctor.ranges(of: "has moved permanently to").count == 1, "\(doctor)")
            #expect(try await home.fiber("remove", server.url("/old")).status == 0)
            #expect(try await !home.fiber("refresh").errors.contains("has moved"))
            #expect(try await !home.fiber("doctor").output.contains("has moved"))
        }
    }

    @Test("--limit counts tickets, --since and --before bound their times, and --source can be repeated")
    func bounds() async throws {
        try await withEightFeeds { _ in
            _ = try await home.fiber("refresh")
            let few = try await home.fiber("timeline", "--json", "--limit", "5")
            #expect(try few.objects.count == 5)
            let old = try await home.fiber("timeline", "--json", "--limit", "500", "--before", "2026-11-19T12:00:00Z")
            #expect(try old.objects.allSatisfy { ($0["time"] as? String ?? "") < "2026-11-19T12:00:00Z" })
            let new = try await home.fiber("timeline", "--json", "--limit", "500", "--since", "2026-11-19T12:00:00Z")
            #expect(try new.objects.allSatisfy { ($0["time"] as? String ?? "") >= "2026-11-19T12:00:00Z" })
            #expect(try old.objects.count + new.objects.count == 320)
            let one = try await home.fiber("timeline", "--json", "--limit", "500", "--source", "Feed 3")
            #expect(try one.objects.count == 40)
            let two = try await home.fiber(
                "timeline", "--json", "--limit", "500", "--source", "Feed 3", "--source", "Feed 5")
            #expect(Set(try two.objects.compactMap { $0["sourceName"] as? String }) == ["Feed 3", "Feed 5"])
            #expect(try two.objects.count == 80)
        }
    }

    @Test("Supplier stays an alias of source in commands, options and JSON")
    func supplierAliases() async throws {
        try await withEightFeeds { _ in
            let refresh = try await home.fiber("refresh", "--json")
            #expect(try refresh.objects.first?["suppliers"] is [[String: Any]])
            #expect(try await home.fiber("suppliers", "--json").output == home.fiber("sources", "--json").output)
            let tickets = try await home.fiber("timeline", "--json", "--supplier", "Feed 3").objects
            #expect(tickets.count == 40)
            #expect(tickets.allSatisfy { $0["supplier"] as? String == $0["source"] as? String })
            #expect(tickets.allSatisfy { $0["supplierName"] as? String == "Feed 3" })
        }
    }

    @Test("A silent and a failing source are gaps with their causes, and the items of the others are shown")
    func silentAndFailing() async throws {
        try await withEightFeeds { server in
            server.script("/2", .held(by: "never", then: Feeds.scenario(2, items: 40)))
            server.script("/5", Scenario(status: 500))
            // Ends after the standard timeout, which is long enough for the answering feeds on a busy machine.
            let refresh = try await home.fiber("refresh")
            #expect(refresh.status == 1)
            #expect(
                refresh.errors.contains("Feed 2") && refresh.errors.contains("Feed 5 has a server error"),
                "\(refresh.errors)")
            let objects = try await home.fiber("timeline", "--json", "--limit", "500").objects
            #expect(objects.count { $0["type"] as? String == "ticket" } == 240)
            let missing = objects.filter { $0["type"] as? String == "gap" }
                .flatMap { $0["missing"] as? [[String: String]] ?? [] }
            #expect(missing.count == 2)
            for limit in [1, 5] {
                let few = try await home.fiber("timeline", "--json", "--limit", String(limit)).objects
                #expect(few.count { $0["type"] as? String == "ticket" } == limit, "gaps do not count")
            }
            #expect(refresh.errors.contains("Feed 5 has a server error (500)"), "\(refresh.errors)")
            #expect(missing.allSatisfy { $0["cause"] == "failed" })

            server.script("/5", Feeds.scenario(5, items: 40))
            server.open("never")
            let again = try await home.fiber("refresh")
            #expect(again.status == 0, "\(again.errors)")
            let healed = try await home.fiber("timeline", "--json", "--limit", "500").objects
            #expect(healed.count == 320)
        }
    }

    @Test("A refresh stores the others' items while a slow source has not answered, and counts its late answer")
    func slow() async throws {
        try await withEightFeeds { server in
            try home.write("[network]\nslow-seconds = 1\ntimeout-seconds = 3600\n", to: ".config/fiber/config.toml")
            server.script("/2", .held(by: "late", then: Feeds.scenario(2, items: 40)))
            async let refresh = home.fiber("refresh", "--json")
            var count = 0
            while count < 280 {
                let objects = try await home.fiber("timeline", "--json", "--limit", "500").objects
                count = objects.count { $0["type"] as? String == "ticket" }
            }
            #expect(count == 280)
            server.open("late")
            let ended = try await refresh
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(try ended.objects.first?["inserted"] as? Int == 320)
            #expect(try await home.fiber("timeline", "--json", "--limit", "500").objects.count == 320)
        }
    }

    @Test("Removing a source hides its tickets, and adding it again shows them without a request")
    func removeAndAdd() async throws {
        try await withEightFeeds { server in
            _ = try await home.fiber("refresh")
            let removed = try await home.fiber("remove", "Feed 4")
            #expect(removed.status == 0)
            #expect(try await home.fiber("timeline", "--json", "--limit", "500").objects.count == 280)
            _ = try await home.fiber("add", server.url("/4"))
            #expect(try await home.fiber("timeline", "--json", "--limit", "500").objects.count == 320)
        }
    }

    @Test("Adding a page that is no feed, or an unreachable address, adds nothing and says why")
    func badAddresses() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/page", .text("<html><body>Hello</body></html>", type: "text/html"))
            server.script("/broken", .text("<rss><channel><item><title>A</titl"))
            let page = try await home.fiber("add", server.url("/page"))
            #expect(page.status == 1 && page.errors.contains("no feed"))
            let nowhere = try await home.fiber("add", "http://no-such-host.invalid/feed")
            #expect(nowhere.status == 1 && nowhere.errors.contains("no-such-host.invalid"))
            let missing = try await home.fiber("add", server.url("/missing"))
            #expect(missing.status == 1 && missing.errors.contains("404"))
            #expect(try await home.fiber("sources", "--json").output.isEmpty)
        }
    }

    @Test("Sources added by concurrent commands are all followed")
    func addsAtOnce() async throws {
        try await ScenarioServer.running([:]) { server in
            try await withThrowingTaskGroup(of: Int32.self) { group in
                for index in 0..<5 {
                    server.script("/\(index)", Feeds.scenario(index, items: 3))
                    group.addTask { try await home.fiber("add", server.url("/\(index)")).status }
                }
                for try await status in group {
                    #expect(status == 0)
                }
            }
            #expect(try await home.fiber("sources", "--json").objects.count == 5)
        }
    }

    @Test("The warning of a truncated feed is not joined to a later failure")
    func failureAfterWarning() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.truncated(items: 30))
            _ = try await home.fiber("add", server.url("/0"))
            let broken = try await home.fiber("refresh")
            #expect(broken.errors.contains("is broken at line 1"), "\(broken)")
            #expect(try await home.fiber("sources").output.contains("is broken at line 1"))
            server.script("/0", Scenario(status: 404))
            let failed = try await home.fiber("refresh")
            #expect(failed.status == 1 && failed.errors.contains("(404)"), "\(failed)")
            let sources = try await home.fiber("sources")
            for text in [failed.errors, sources.output] { #expect(!text.contains("is broken at line"), "\(text)") }
        }
    }

    @Test("A truncated feed fails its refresh and fill until it is whole, is named by doctor, and adds no duplicates")
    func cutOff() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.truncated(items: 30))
            _ = try await home.fiber("add", server.url("/0"))
            let broken = try await home.fiber("refresh")
            #expect(broken.status == 1)
            #expect(broken.errors.contains("warning: What Feed 0 sent is broken at line 1"), "\(broken.errors)")
            #expect(broken.errors.contains("Feed 0 sent an incomplete document. Fiber retries"), "\(broken.errors)")
            let again = try await home.fiber("refresh")
            #expect(again.status == 1 && again.errors.contains("sent an incomplete document"), "unchanged: \(again)")
            #expect(try await home.fiber("refresh", "--if-due").status == 0, "it is not asked")
            #expect(try await home.fiber("sources").output.contains("sent an incomplete document"))
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect(source["condition"] as? String == "malformed", "\(source)")
            #expect(source["errorCode"] as? String == "feedRestBreaksOff", "\(source)")
            let doctor = try await home.fiber("doctor")
            #expect(doctor.status == 1, "\(doctor)")
            #expect(doctor.output.contains("sent an incomplete document"), "\(doctor)")
            #expect(!doctor.output.contains("none failed"), "\(doctor)")
            #expect(try await home.fiber("fill").status == 1)
            server.script("/0", Feeds.scenario(0, items: 30))
            let mended = try await home.fiber("refresh")
            #expect(mended.status == 0 && !mended.errors.contains("warning"), "\(mended.errors)")
            #expect(try await home.fiber("doctor").status == 0)
            #expect(try await home.fiber("sources").output.contains("  ok"))
            #expect(try await home.fiber("timeline", "--json").objects.count == 30)
        }
    }

    @Test("Refresh, sources and doctor name a source that answers with an older version than before")
    func olderVersion() async throws {
        try await ScenarioServer.running([:]) { server in
            func serve(_ days: ClosedRange<Int>) {
                let entries = days.reversed()
                    .map { day in
                        """
                        <entry><id>urn:\(day)</id><title>T</title><published>2020-01-1\(day)T12:00:00Z</published></entry>
                        """
                    }
                server.script(
                    "/0",
                    .text(
                        "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(entries.joined())</feed>",
                        type: "application/atom+xml"))
            }
            serve(3...9)
            _ = try await home.fiber("add", server.url("/0"))
            let first = try await home.fiber("refresh")
            #expect(first.status == 0 && !first.errors.contains("older version"), "\(first)")
            serve(3...5)
            let old = try await home.fiber("refresh")
            let warning = "S has answered with an older version than before since"
            #expect(old.status == 0 && old.errors.contains("warning: \(warning)"), "\(old)")
            #expect(try await home.fiber("sources").output.contains("  ok  \(warning)"))
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect(source["warningCode"] as? String == "sourceIsOutdated", "\(source)")
            let doctor = try await home.fiber("doctor")
            #expect(doctor.status == 0 && doctor.output.contains(warning), "\(doctor)")
            let early = try await home.fiber("refresh", "--if-due")
            #expect(early.status == 0 && !early.errors.contains(warning), "it was not asked: \(early)")
            #expect(try await home.fiber("source", "pause", "S").status == 0)
            let paused = try await home.fiber("refresh")
            #expect(!paused.errors.contains(warning), "it was not asked: \(paused)")
            #expect(try await home.fiber("source", "resume", "S").status == 0)
            serve(3...9)
            let mended = try await home.fiber("refresh")
            #expect(mended.status == 0 && !mended.errors.contains("warning"), "\(mended)")
            #expect(try await !home.fiber("sources").output.contains(warning))
        }
    }

    @Test("A truncated page of older items fails the refresh and the fill that ask for it")
    func cutOffOlderPage() async throws {
        try await ScenarioServer.running([:]) { server in
            func page(_ days: [Int], next: String) -> String {
                let entries = days.map { day in
                    "<entry><id>urn:\(day)</id><title>T</title><published>2020-01-1\(day)T12:00:00Z</published></entry>"
                }
                let link = "<link rel='next' href='\(server.url(next))'/>"
                return "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(link)\(entries.joined())</feed>"
            }
            server.script("/0", .text(page([9, 8], next: "/1"), type: "application/atom+xml"))
            server.script(
                "/1", .text(String(page([7, 6, 5], next: "/2").dropLast(30)), type: "application/atom+xml"))
            _ = try await home.fiber("add", server.url("/0"))
            let refreshed = try await home.fiber("refresh")
            #expect(refreshed.status == 1 && refreshed.errors.contains("fiber fill"), "\(refreshed)")
            let filled = try await home.fiber("fill")
            #expect(filled.status == 1, "\(filled)")
            let again = try await home.fiber("refresh")
            #expect(again.status == 0, "\(again)")
        }
    }
}
