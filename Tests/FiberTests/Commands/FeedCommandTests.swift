import Foundation
import ScenarioServer
import TestSupport
import Testing

@Suite("Feeds on the command line", .timeLimit(.minutes(30)))
struct FeedCommandTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test("A truncated list is imported up to the break, whose place is reported")
    func brokenList() async throws {
        try home.write(
            "<opml version='2.0'><body>\n<outline text='A' xmlUrl='https://a.example/f'/>\n<outline text='B' xmlUrl='ht",
            to: "in.opml")
        let imported = try await home.fiber("opml", "import", home.path + "/in.opml")
        #expect(imported.status == 1)
        #expect(imported.output == "1 source added.\n")
        #expect(imported.errors.contains("\(home.path)/in.opml:3:"), "\(imported.errors)")
        #expect(imported.errors.contains("The readable part was imported."))
    }

    @Test("A refresh counts the items of a source that answers long after the others, and leaves no gap")
    func lateAnswer() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 3))
            server.script("/1", Feeds.scenario(1, items: 3))
            server.script("/2", .late(by: .seconds(2), then: Feeds.scenario(2, items: 3)))
            let outlines = (0..<3).map { "<outline text='\($0)' xmlUrl='\(server.url("/\($0)"))'/>" }.joined()
            try home.write("<opml version='2.0'><body>\(outlines)</body></opml>", to: "in.opml")
            #expect(try await home.fiber("import", home.path + "/in.opml").status == 0)
            let refreshed = try await home.fiber("refresh", "--json")
            #expect(
                refreshed.output.contains("\"inserted\":9") || refreshed.output.contains("\"new\":9"),
                "\(refreshed.output)")
            let gaps = try await home.fiber("timeline", "--json").objects.filter { $0["type"] as? String == "gap" }
            #expect(!gaps.contains { $0["partial"] as? Bool == true }, "\(gaps)")
        }
    }

    @Test("A large refresh leaves the matching of stories to the command that shows them")
    func largeRefresh() async throws {
        func feed(_ name: String) -> String {
            let items = (0..<400)
                .map { item in
                    """
                    <item><guid>\(name)-\(item)</guid><title>The stewards decide about case number \(item) in Spa</title>
                    <link>https://news.example/2026/case-\(item)</link>
                    <pubDate>Mon, 23 Nov 2026 10:\(10 + item / 60 % 50):\(10 + item % 50) GMT</pubDate></item>
                    """
                }
            return "<rss version='2.0'><channel><title>\(name)</title>\(items.joined())</channel></rss>"
        }
        for name in ["a", "b"] {
            try home.write(feed(name), to: "\(name).xml")
            #expect(try await home.fiber("add", "file:\(home.path)/\(name).xml").status == 0)
        }
        #expect(try await home.fiber("refresh").status == 0)
        let every = try await home.fiber("timeline", "--fields", "id", "--limit", "1000")
        #expect(every.output.split(separator: "\n").count == 800)
        // More than a page of rows, each once and in the same order.
        let found = try await home.fiber("search", "title:stewards", "--fields", "id", "--limit", "1000")
        #expect(found.output == every.output)
        let exported = try await home.fiber("export", "--fields", "id,title")
        let tickets = try exported.objects.filter { $0["title"] != nil }.compactMap { $0["id"] as? String }
        #expect(try every.objects.compactMap { $0["id"] as? String } == tickets)
        let some = try await home.fiber("search", "title:stewards", "--fields", "id", "--limit", "300")
        #expect(some.output.split(separator: "\n")[...] == every.output.split(separator: "\n").prefix(300))
        let folded = try await home.fiber("timeline", "--fold", "--fields", "id,alsoOn", "--limit", "1000")
        let stories = folded.output.split(separator: "\n")
        #expect(stories.count == 400)
        #expect(stories.allSatisfy { $0.contains("alsoOn") })
    }

    @Test("An imported list runs no command and reads no file without --local")
    func foreignCommands() async throws {
        try home.write(
            """
            <opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/f"/>
            <outline text="B" xmlUrl="exec:touch pwned"/><outline text="C" xmlUrl="file:///etc/hosts"/></body></opml>
            """, to: "in.opml")
        let careful = try await home.fiber("import", home.path + "/in.opml")
        #expect(careful.output == "1 source added, 2 skipped.\n")
        #expect(careful.status == 0 && !careful.errors.contains("Only a part"), "\(careful.errors)")
        #expect(careful.errors.contains("exec:touch pwned") && careful.errors.contains("--local"), "\(careful.errors)")
        let trusting = try await home.fiber("opml", "import", "--local", home.path + "/in.opml")
        #expect(trusting.output == "2 sources added, 1 already present.\n")
    }

    @Test("A newsboat list runs no command and reads no file without --local, and each refused line is listed")
    func foreignNewsboat() async throws {
        try home.write(
            """
            # from a friend
            https://a.example/f tech
            "exec:touch pwned" tech
            "EXEC:touch pwned too"
            "filter:touch pwned:https://b.example/f" "~B"
            file:///etc/hosts
              "EXEC:touch pwned"
            "query:Tech:tags # \\"tech\\""
            """, to: "urls")
        let careful = try await home.fiber("import", home.path + "/urls")
        #expect(careful.status == 0 && careful.output == "1 source added, 5 skipped.\n", "\(careful)")
        // A command that is named again has a line of its own.
        for line in 3...7 {
            let deed = line == 6 ? "read a file" : "run a command"
            let said = careful.errors.split(separator: "\n").first { $0.contains("urls: line \(line): ") }
            #expect(said?.contains(deed) == true && said?.contains("--local") == true, "\(line): \(careful.errors)")
        }
        #expect(
            try await home.fiber("sources", "--json").objects.map { $0["url"] as? String } == ["https://a.example/f"])
        _ = try await home.fiber("refresh")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/pwned"))
        let trusting = try await home.shell("fiber import --local - <\(home.path)/urls")
        #expect(trusting.output == "4 sources added, 1 already present.\n", "\(trusting)")
    }

    @Test("What is wrong with a list on standard input is said of it by that name")
    func listOnStandardInput() async throws {
        let wrong = try await home.shell("echo hello | fiber import -")
        #expect(wrong.errors.hasPrefix("fiber: standard input is neither OPML nor"), "\(wrong)")
        let partly = try await home.shell("printf 'https://a.example/f\\nbogus\\n' | fiber import -")
        let lines = [
            "fiber: standard input: line 2: “bogus” is not an address and was left out.",
            "fiber: Only a part of standard input was imported; what was left out is listed above.",
        ]
        #expect(Array(partly.errors.split(separator: "\n").map(String.init).prefix(2)) == lines, "\(partly)")
    }

    @Test("A list, a post and a feed on standard input that never end are refused, and nothing is done")
    func endlessInput() async throws {
        for (command, limit) in [("import", "16"), ("opml import", "16"), ("post", "1"), ("parse", "67")] {
            let outcome = try await home.shell("yes https://a.example/f | fiber \(command) -")
            #expect(outcome.status == 1, "\(command): \(outcome)")
            let said = outcome.errors
            #expect(said.contains("What came on standard input is larger than \(limit)"), "\(command): \(said)")
        }
        #expect(try await home.fiber("sources", "--json").objects.isEmpty)
    }

    @Test("Parse reads JSON Lines, reports unreadable lines, and refuses other JSON")
    func parsedLines() async throws {
        try home.write("{\"title\":\"A\",\"text\":\"one\",\"time\":\"2026-11-20T10:00:00Z\"}\n{oops\n", to: "a.jsonl")
        let parsed = try await home.fiber("parse", home.path + "/a.jsonl")
        #expect(parsed.status == 0)
        let document = try #require(parsed.objects.first)
        #expect(document["format"] as? String == "jsonlines")
        let item = try #require((document["items"] as? [[String: Any]])?.first)
        #expect(item["title"] as? String == "A" && item["text"] as? String == "one")
        #expect(item["published"] as? String == "2026-11-20T10:00:00Z")
        let warning = "fiber: warning: \(home.path)/a.jsonl: line 2 cannot be read"
        #expect(parsed.errors.hasPrefix(warning), "\(parsed.errors)")
        try home.write("{\"name\":\"package\",\"version\":\"1\"}\n", to: "package.json")
        #expect(try await home.fiber("parse", home.path + "/package.json").status == 1)
        let piped = try await home.shell("fiber parse - <'\(home.path)/a.jsonl'")
        #expect(piped.errors.contains("What came on standard input: line 2 cannot be read"), "\(piped.errors)")
        let negative = try await home.fiber("parse", home.path + "/a.jsonl", "--items=-1")
        #expect(negative.status == 2 && negative.errors.hasPrefix("fiber: --items takes a number"), "\(negative)")
    }

    @Test("A newsboat list given to opml import is refused with a hint to fiber import")
    func otherList() async throws {
        try home.write("https://a.example/f tech\n", to: "urls")
        let refused = try await home.fiber("opml", "import", home.path + "/urls")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("`fiber import \(home.path)/urls`"), "\(refused.errors)")
    }

    @Test("Nested folders are exported as they were imported")
    func folders() async throws {
        try home.write(
            """
            <opml version="2.0"><body><outline text="Racing"><outline text="F1">
            <outline text="Kerb" xmlUrl="feed://k.example/feed"/></outline></outline></body></opml>
            """, to: "in.opml")
        _ = try await home.fiber("import", home.path + "/in.opml")
        let source = try #require(try await home.fiber("sources", "--json").objects.first)
        #expect(source["topics"] as? [String] == ["Racing", "Racing/F1"])
        #expect(source["url"] as? String == "http://k.example/feed")
        let exported = try await home.fiber("opml", "export").output
        #expect(
            exported.contains(
                """
                    <outline text="Racing" title="Racing">
                      <outline text="F1" title="F1">
                        <outline type="rss"
                """), "\(exported)")
    }

    @Test("A permanently moved feed is requested, listed and exported at its new address")
    func moved() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/old", Feeds.scenario(0, items: 3))
            server.script("/new", Feeds.scenario(0, items: 3))
            _ = try await home.fiber("add", server.url("/old"))
            server.script("/old", .redirect(to: "/new"))
            for _ in 0..<2 { #expect(try await home.fiber("refresh").status == 0) }
            #expect(server.requests.map(\.path) == ["/old", "/old", "/new", "/new"])
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect(source["url"] as? String == server.url("/old"))
            #expect(source["movedTo"] as? String == server.url("/new"))
            let listed = try await home.fiber("sources").output
            #expect(
                listed.contains("Feed 0  \(server.url("/new"))  ok  moved permanently from \(server.url("/old"))"),
                "\(listed)")
            let exported = try await home.fiber("opml", "export").output
            #expect(exported.contains("xmlUrl=\"\(server.url("/new"))\""), "\(exported)")
            #expect(try await home.fiber("remove", server.url("/new")).output.hasPrefix("Removed Feed 0."))
        }
    }

    @Test("Refresh requests every source, and refresh --if-due only those that are due")
    func due() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 3))
            server.script("/1", Feeds.scenario(1, items: 3))
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
            let until = #/until (\w\w\w \d+ \w\w\w, )?\d\d:\d\d/#
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
            let until = #/until (\w\w\w \d+ \w\w\w, )?\d\d:\d\d/#
            for arguments in [["refresh"], ["refresh", "--restart"], ["refresh", "--if-due"], ["doctor"]] {
                let run = try await home.fiber(arguments)
                #expect(run.status == 1, "\(arguments)")
                #expect((run.errors + run.output).contains(until), "\(arguments): \(run.errors)")
            }
            #expect(server.requests.count == requestCount)
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect(source["condition"] as? String == "rateLimited")
            #expect((source["retryAt"] as? String)?.hasPrefix("20") == true)
        }
    }

    @Test("A refresh without sources succeeds and prints its JSON object")
    func nothingFollowed() async throws {
        let refreshed = try await home.fiber("refresh", "--json")
        #expect(refreshed.status == 0 && refreshed.errors.contains("There are no sources yet."), "\(refreshed.errors)")
        let object = try #require(try refreshed.objects.first)
        #expect(object["type"] as? String == "refresh" && object["inserted"] as? Int == 0)
        #expect((object["sources"] as? [Any])?.isEmpty == true)
    }

    @Test("A missing or empty library over a store with items is reported, and its return brings everything back")
    func lostLibrary() async throws {
        let file = ".config/fiber/library.toml"
        try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "lines.jsonl")
        try home.write("<opml version=\"2.0\"><body></body></opml>", to: "empty.opml")
        _ = try await home.fiber("add", "file:~/lines.jsonl")
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("timeline").output.contains("A line"))
        #expect(try await home.fiber("mark", "read", "line").status == 0)
        let library = try home.read(file)
        let message = "\(home.path)/\(file) is missing or empty"
        for isMissing in [false, true] {
            try home.write("", to: file)
            if isMissing { try home.remove(file) }
            for arguments in [
                ["refresh"], ["refresh", "--quiet"], ["fill"], ["export"], ["export", "--starred"], ["opml", "export"],
                ["clean", "--keep", "0"], ["clean", "--keep", "0", "--dry-run"], ["topics", "add", "T", "line"],
                ["rules", "add", "R", "line"],
            ] {
                let refused = try await home.fiber(arguments)
                #expect(refused.status == 3 && refused.errors.contains(message), "\(arguments): \(refused)")
                #expect(refused.output.isEmpty, "\(arguments): \(refused)")
                #expect(refused.errors.ranges(of: message).count == 1, "\(arguments): \(refused)")
            }
            let empty = ["opml", "import", "\(home.path)/empty.opml"]
            for arguments in [["timeline"], ["sources"], ["search", "line"], ["mark", "unread", "line"], empty] {
                let listed = try await home.fiber(arguments)
                #expect(listed.status == 0 && listed.errors.contains(message), "\(arguments): \(listed)")
            }
            let examined = try await home.fiber("doctor")
            #expect(examined.status == 3 && examined.output.contains(message), "\(examined)")
            try home.write(library, to: file)
            #expect(try await home.fiber("timeline").output.contains("A line"))
        }
        #expect(try await home.fiber("remove", "file:\(home.path)/lines.jsonl").status == 0)
        let refreshed = try await home.fiber("refresh")
        #expect(refreshed.status == 0 && refreshed.errors.contains("No source is followed any more."), "\(refreshed)")
    }

    @Test("A library without sources is lost once it has nothing at all; before, stored items are mentioned")
    func libraryWithoutSources() async throws {
        try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:~/lines.jsonl")
        #expect(try await home.fiber("refresh").status == 0)
        for text in ["# Mine.\n", "[[topic]]\nname = \"T\"\nquery = \"line\"\n"] {
            try home.write(text, to: ".config/fiber/library.toml")
            for arguments in [["refresh"], ["timeline"], ["sources"], ["export"], ["opml", "export"]] {
                let run = try await home.fiber(arguments)
                #expect(run.status == 0, "\(arguments): \(run)")
                #expect(run.errors.contains("No source is followed any more."), "\(arguments): \(run)")
                #expect(run.errors.contains("The store has 1 item of 1 source that is not in"), "\(arguments): \(run)")
            }
        }
        try home.remove(".config/fiber/library.toml")
        let refused = try await home.fiber("export")
        #expect(refused.status == 3 && refused.errors.contains("the items of 1 source."), "\(refused)")
    }

    @Test("Stored items of sources that the library does not list are mentioned by doctor and OPML export")
    func libraryWithoutSomeSources() async throws {
        let library = ".config/fiber/library.toml"
        for name in ["first", "second", "third"] {
            let lines = (1...2).map { "{\"title\":\"Line \($0)\",\"id\":\"\($0)\"}\n" }
            try home.write(lines.joined(), to: "\(name).jsonl")
            #expect(try await home.fiber("add", "file:~/\(name).jsonl").status == 0)
        }
        #expect(try await home.fiber("refresh").status == 0)
        let complete = try await home.fiber("opml", "export")
        #expect(complete.errors.isEmpty, "\(complete)")
        #expect(try await !home.fiber("doctor").output.contains("The store has"))
        try home.remove(library)
        _ = try await home.fiber("timeline")
        #expect(try await home.fiber("add", "file:~/first.jsonl").status == 0)
        let message = "The store has 4 items of 2 sources that are not in \(home.path)/\(library)."
        let exported = try await home.fiber("opml", "export")
        #expect(exported.status == 0 && exported.errors == "fiber: warning: \(message)\n", "\(exported)")
        #expect(exported.output.contains("first.jsonl") && !exported.output.contains("second.jsonl"), "\(exported)")
        let examined = try await home.fiber("doctor")
        #expect(examined.status == 0 && examined.output.contains(message + " `fiber add URL`"), "\(examined)")
    }

    @Test("Nothing is removed beside a library that cannot be read")
    func cleaningBesideInvalidLibrary() async throws {
        let file = ".config/fiber/library.toml"
        try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:~/lines.jsonl")
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("mark", "read", "line").status == 0)
        let library = try home.read(file)
        try home.write("[[source", to: file)
        let cleaned = try await home.fiber("clean", "--keep", "0")
        #expect(cleaned.status == 3 && cleaned.errors.contains("library.toml"), "\(cleaned)")
        try home.write(library, to: file)
        #expect(try await home.fiber("timeline").output.contains("A line"))
    }

    @Test(
        "A refresh of a damaged store ends with the status of the store, and no source counts as failed",
        arguments: [(UInt8(13), false), (UInt8(10), true)])
    func damagedStore(page: UInt8, isChanged: Bool) async throws {
        try home.write("{\"title\":\"A line\",\"id\":\"needle\"}\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:~/lines.jsonl")
        #expect(try await home.fiber("refresh").status == 0)
        try damage(pagesOfKind: page, with: "needle", in: ".local/share/fiber/fiber.sqlite")
        if isChanged { try home.write("{\"title\":\"Another\",\"id\":\"other\"}\n", to: "lines.jsonl") }
        let refreshed = try await home.fiber("refresh")
        #expect(refreshed.status == 4 && refreshed.errors.contains("fiber doctor --recover"), "\(refreshed)")
        #expect(!refreshed.errors.contains("source failed"), "\(refreshed)")
        #expect(try await home.fiber("sources", "--json").objects.first?["condition"] as? String == "well")
    }

    /// Overwrites the pages of a table (13) or an index (10) that contain `text`.
    /// <https://www.sqlite.org/fileformat2.html#b_tree_pages>
    private func damage(pagesOfKind kind: UInt8, with text: String, in name: String) throws {
        let file = URL(filePath: "\(home.path)/\(name)")
        var bytes = try Data(contentsOf: file)
        let size = 8192
        let damaged = stride(from: size, to: bytes.count, by: size)
            .filter { bytes[$0] == kind && bytes.range(of: Data(text.utf8), in: $0..<$0 + size) != nil }
        try #require(!damaged.isEmpty)
        for start in damaged { bytes.replaceSubrange(start..<start + size, with: Data(repeating: 0xff, count: size)) }
        try bytes.write(to: file)
    }

    @Test("A link to no store is reported by every command that reads the store, and stays")
    func danglingStore() async throws {
        let store = "\(home.path)/.local/share/fiber/fiber.sqlite"
        try home.write("", to: ".local/share/fiber/other")
        try FileManager.default.createSymbolicLink(atPath: store, withDestinationPath: "/nowhere/fiber.sqlite")
        for arguments in [
            ["timeline"], ["refresh"], ["doctor"], ["doctor", "--recover"], ["backup", "\(home.path)/copy"],
        ] {
            let refused = try await home.fiber(arguments)
            let text = refused.output + refused.errors
            #expect(refused.status == 4 && text.contains("is a link that leads nowhere"), "\(refused)")
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: store) == "/nowhere/fiber.sqlite")
    }

    @Test("Sources that were removed are not among those of a lost library")
    func lostAfterRemoval() async throws {
        let file = ".config/fiber/library.toml"
        for name in ["first", "second"] {
            try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "\(name).jsonl")
            _ = try await home.fiber("add", "file:~/\(name).jsonl")
        }
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("remove", "file:\(home.path)/first.jsonl").status == 0)
        let library = try home.read(file)
        try home.remove(file)
        for _ in 1...2 {
            let refreshed = try await home.fiber("refresh")
            #expect(refreshed.status == 3 && refreshed.errors.contains("the items of 1 source."), "\(refreshed)")
        }
        try home.write(library, to: file)
        #expect(try await home.fiber("remove", "file:\(home.path)/second.jsonl").status == 0)
        try home.remove(file)
        let refreshed = try await home.fiber("refresh")
        #expect(refreshed.status == 0 && refreshed.errors.contains("No source is followed any more."), "\(refreshed)")
    }

    @Test("Lists print times in the zone of the user, and JSON in UTC")
    func localTimes() async throws {
        try home.write(
            "{\"title\":\"A line\",\"id\":\"1\",\"time\":\"2026-11-20T20:00:00Z\"}\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:~/lines.jsonl")
        #expect(try await home.fiber("refresh").status == 0)
        let zone = ["TZ": "XST-5:30"]
        for command in [["timeline"], ["search", "line"]] {
            let plain = try await home.fiber(command, environment: zone).output
            #expect(plain.contains("2026-11-21T01:30:00+05:30  "), "\(plain)")
            let json = try await home.fiber(command + ["--json"], environment: zone).output
            #expect(json.contains("\"2026-11-20T20:00:00Z\""), "\(json)")
        }
        let rule = ["rules", "add", "quiet", "nothing", "--until", "2126-11-20T20:00:00Z"]
        #expect(try await home.fiber(rule).status == 0)
        let rules = try await home.fiber(["rules"], environment: zone).output
        #expect(rules.contains("2126-11-21T01:30:00+05:30"), "\(rules)")
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
            #expect(try await home.fiber("sources", "--json").output.contains("never-asked"))
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
            _ = try await home.fiber("add", server.url("/0"))
            server.script("/0", Scenario(status: 404))
            for _ in 0..<4 {
                #expect(try await home.fiber("refresh").errors.contains("`fiber refresh` tries again."))
            }
            let fifth = try await home.fiber("refresh").errors
            #expect(
                fifth.contains("Next attempt at ") && !fifth.contains("not requested;"), "\(fifth)")
            let requestCount = server.requests.count
            for arguments in [["refresh"], ["refresh", "--if-due"]] {
                let run = try await home.fiber(arguments)
                #expect(run.status == 1)
                #expect(run.errors.contains("not requested; last time: "), "\(run.errors)")
                #expect(run.errors.contains("Next attempt at "), "\(run.errors)")
                #expect(run.errors.contains("`fiber refresh --restart` requests all sources now"), "\(run.errors)")
                #expect(!run.errors.contains("`fiber refresh` tries again."), "\(run.errors)")
            }
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect((source["retryAt"] as? String)?.hasPrefix("20") == true)
            #expect(server.requests.count == requestCount)
            #expect(try await home.fiber("refresh", "--restart").errors.contains("`fiber refresh` tries again."))
            #expect(server.requests.count == requestCount + 1)
        }
    }

    @Test("Unread parts of a feed are reported wherever the feed is listed")
    func refusals() async throws {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE r [
            <!ENTITY a "ha"><!ENTITY b "&a;&a;">]>
            <rss version="2.0"><channel><title>Bomb</title><item><guid>1</guid><title>&b;</title></item></channel></rss>
            """
        let words = "declares entities in line 2 that could expand without end"
        try home.write(bomb, to: "bomb.xml")
        let parsed = try await home.fiber("parse", home.path + "/bomb.xml")
        #expect(parsed.status == 0)
        #expect(parsed.errors.contains("bomb.xml \(words)"), "\(parsed.errors)")
        try await ScenarioServer.running(["/f": [.text(bomb)]]) { server in
            let told = [
                try await home.fiber("add", server.url("/f")).errors, try await home.fiber("refresh").errors,
                try await home.fiber("sources").output,
            ]
            for text in told { #expect(text.contains("What Bomb sent \(words)"), "\(text)") }
        }
    }
}
