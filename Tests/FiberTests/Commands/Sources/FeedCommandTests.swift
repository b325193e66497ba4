import ScenarioServer
import Testing

@Suite("Feeds on the command line", .timeLimit(.minutes(30)))
struct FeedCommandTests {
    private let home: Home

    init() throws { home = try Home() }

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
        #expect(!some.errors.contains("--limit"), "the limit was chosen: \(some.errors)")
        for command in [["timeline", "--json"], ["search", "title:stewards", "--json"]] {
            let cut = try await home.fiber(command)
            #expect(cut.errors.contains("… and 700 more; `--limit N`"), "\(command): \(cut.errors)")
        }
        let folded = try await home.fiber("timeline", "--fold", "--fields", "id,alsoOn", "--limit", "1000")
        let stories = folded.output.split(separator: "\n")
        #expect(stories.count == 400)
        #expect(stories.allSatisfy { $0.contains("alsoOn") })
    }

    @Test("Another reader's list is no source, and its import is named", arguments: ["urls", "l.opml"])
    func listAsSource(name: String) async throws {
        let list =
            name == "urls"
            ? "# mine\nhttps://a.example/feed \"~A & B\"\n\nhttps://b.example/feed news\n"
            : "<opml version='2.0'><body><outline xmlUrl='https://a.example/feed'/></body></opml>"
        try home.write(list, to: name)
        let added = try await home.fiber("add", "file:~/\(name)")
        #expect(added.status == 1 && added.errors.contains("`fiber import "), "\(added)")
        #expect(try await home.fiber("sources", "--json").objects.isEmpty)
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

    @Test(
        "Of JSON Lines, the last are printed, and a limit that leaves none makes no other document of them",
        arguments: [
            ("0", [], "has 3 lines; --items limits them to 0, counted from the end."),
            ("1", ["C"], "has 3 lines; --items limits them to 1, counted from the end."), ("3", ["A", "B", "C"], ""),
        ])
    func limitedLines(limit: String, titles: [String], text: String) async throws {
        let lines = ["A", "B", "C"].map { "{\"title\":\"\($0)\"}" }.joined(separator: "\n")
        // The last line may have no end.
        for end in ["", "\n"] {
            try home.write(lines + end, to: "a.jsonl")
            let parsed = try await home.fiber("parse", home.path + "/a.jsonl", "--items", limit)
            #expect(parsed.status == 0, "\(parsed)")
            let document = try #require(parsed.objects.first)
            #expect(document["format"] as? String == "jsonlines")
            let items = try #require(document["items"] as? [[String: Any]])
            #expect(items.compactMap { $0["title"] as? String } == titles)
            #expect(text.isEmpty ? parsed.errors.isEmpty : parsed.errors.contains(text), "\(parsed.errors)")
        }
    }

    @Test("A base address that is none is refused", arguments: ["nonsense", "/feed", "http://[bad"])
    func base(address: String) async throws {
        try home.write("<rss version=\"2.0\"><channel></channel></rss>", to: "a.xml")
        let refused = try await home.fiber("parse", home.path + "/a.xml", "--base", address)
        let text = "fiber: “\(address)” is not a web address (http or https).\n"
        #expect(refused.status == 2 && refused.errors.hasPrefix(text), "\(refused)")
    }

    @Test(
        "A feed that is printed in part is said to have so many items, one or several",
        arguments: [
            ("0", "has 2 items: the first 0 are printed."), ("1", "has 2 items: the first is printed."),
        ])
    func parsedPartly(items: String, text: String) async throws {
        try home.write(
            "<rss><channel><item><title>A</title></item><item><title>B</title></item></channel></rss>", to: "a.xml")
        let parsed = try await home.fiber("parse", home.path + "/a.xml", "--items", items)
        #expect(parsed.status == 0 && parsed.errors.contains(text), "\(parsed)")
    }

    @Test(
        "A document that ends too early is reported in the language of the output, without the parser library's words",
        arguments: [
            (
                "C.UTF-8", "it ends too early); what could be read was kept.",
                "Its last item is cut off and was left out."
            ),
            (
                "es_ES.UTF-8", "termina antes de tiempo); se guardó lo que se pudo leer.",
                "Su última entrada está cortada y se dejó fuera."
            ),
        ])
    func parsedCut(language: String, end: String, rest: String) async throws {
        try home.write("<rss><channel><title>a</title><item><title>x</title>", to: "cut.xml")
        let parsed = try await home.fiber(["parse", home.path + "/cut.xml"], environment: ["LANG": language])
        let lines = parsed.errors.split(separator: "\n")
        #expect(parsed.status == 0 && lines.count == 2, "\(parsed)")
        #expect(lines.first?.hasSuffix(end) == true && lines.last?.hasSuffix(rest) == true, "\(parsed)")
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

    @Test("A refresh without sources succeeds and prints its JSON object")
    func nothingFollowed() async throws {
        let refreshed = try await home.fiber("refresh", "--json")
        #expect(refreshed.status == 0 && refreshed.errors.contains("There are no sources yet."), "\(refreshed.errors)")
        let object = try #require(try refreshed.objects.first)
        #expect(object["type"] as? String == "refresh" && object["inserted"] as? Int == 0)
        #expect((object["sources"] as? [Any])?.isEmpty == true)
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
