import ScenarioServer
import TestSupport
import Testing

@Suite("Feeds on the command line", .timeLimit(.minutes(20)))
struct FeedCommandTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test("a list that broke off is taken over as far as it goes, and the place is named")
    func brokenList() async throws {
        try home.write(
            "<opml version='2.0'><body>\n<outline text='A' xmlUrl='https://a.example/f'/>\n<outline text='B' xmlUrl='ht",
            to: "in.opml")
        let imported = try await home.fiber("opml", "import", home.path + "/in.opml")
        #expect(imported.status == 1)
        #expect(imported.output == "1 source added.\n")
        #expect(imported.errors.contains("\(home.path)/in.opml:3:"), "\(imported.errors)")
        #expect(imported.errors.contains("What could be read was taken over."))
    }

    @Test("a list from anywhere runs no command and reads no file, unless its reader says that it is their own")
    func foreignCommands() async throws {
        try home.write(
            """
            <opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/f"/>
            <outline text="B" xmlUrl="exec:touch pwned"/><outline text="C" xmlUrl="file:///etc/hosts"/></body></opml>
            """, to: "in.opml")
        let careful = try await home.fiber("import", home.path + "/in.opml")
        #expect(careful.output == "1 source added, 2 left out.\n")
        #expect(careful.status == 1 && careful.errors.contains("taken over in part"), "\(careful.errors)")
        #expect(careful.errors.contains("exec:touch pwned") && careful.errors.contains("--local"), "\(careful.errors)")
        let trusting = try await home.fiber("opml", "import", "--local", home.path + "/in.opml")
        #expect(trusting.output == "2 sources added, 1 followed already.\n")
    }

    @Test("parse takes JSON Lines, says what of them cannot be read, and refuses other JSON")
    func parsedLines() async throws {
        try home.write("{\"title\":\"A\",\"text\":\"one\",\"time\":\"2026-11-20T10:00:00Z\"}\n{oops\n", to: "a.jsonl")
        let parsed = try await home.fiber("parse", home.path + "/a.jsonl")
        #expect(parsed.status == 0)
        let document = try #require(parsed.objects.first)
        #expect(document["format"] as? String == "jsonlines")
        let item = try #require((document["items"] as? [[String: Any]])?.first)
        #expect(item["title"] as? String == "A" && item["text"] as? String == "one")
        #expect(item["published"] as? String == "2026-11-20T10:00:00Z")
        #expect(parsed.errors.contains("a.jsonl: line 2 cannot be read"), "\(parsed.errors)")
        try home.write("{\"name\":\"package\",\"version\":\"1\"}\n", to: "package.json")
        #expect(try await home.fiber("parse", home.path + "/package.json").status == 1)
    }

    @Test("newsboat's list given to the reader of OPML is sent where it is read")
    func otherList() async throws {
        try home.write("https://a.example/f tech\n", to: "urls")
        let refused = try await home.fiber("opml", "import", home.path + "/urls")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("`fiber import \(home.path)/urls`"), "\(refused.errors)")
    }

    @Test("folders within folders come out as they went in")
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

    @Test("a feed that has moved for good is asked where it is now, and listed and exported there")
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
                listed.contains("Feed 0  \(server.url("/new"))  moved there for good from \(server.url("/old"))  well"),
                "\(listed)")
            let exported = try await home.fiber("opml", "export").output
            #expect(exported.contains("xmlUrl=\"\(server.url("/new"))\""), "\(exported)")
            #expect(try await home.fiber("remove", server.url("/new")).output.hasPrefix("Removed Feed 0."))
        }
    }

    @Test("who asks is answered, and cron asks only those that are due")
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
            let asked = server.requests.count
            #expect(try await home.fiber("refresh", "--if-due").status == 0, "who was not asked has not failed")
            #expect(server.requests.count == asked)
        }
    }

    @Test("a source that asks for patience is named with the time until which it has it")
    func patience() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 3))
            _ = try await home.fiber("add", server.url("/0"))
            for path in ["/0", "/1"] {
                server.script(path, Scenario(status: 429, headers: [("retry-after", "3600")]))
            }
            let refreshed = try await home.fiber("refresh")
            #expect(refreshed.status == 1)
            let until = #/It is left in peace until 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\./#
            #expect(refreshed.errors.contains(until), "\(refreshed.errors)")
            let other = try await home.fiber("add", server.url("/1"))
            #expect(other.errors.contains(#/Try again after 20/#) && !other.errors.contains(until), "\(other.errors)")
            let listed = try await home.fiber("sources").output
            #expect(listed.contains(until), "\(listed)")
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect(source["condition"] as? String == "rateLimited")
            #expect((source["retryAt"] as? String)?.hasPrefix("20") == true)
        }
    }

    @Test("patience outlives a restart and is told wherever the source is")
    func patienceOfRestart() async throws {
        try await ScenarioServer.running([:]) { server in
            let well = Feeds.scenario(0, items: 3)
            server.script("/0", well)
            _ = try await home.fiber("add", server.url("/0"))
            server.script("/0", Scenario(status: 503, headers: [("retry-after", "3600")]))
            _ = try await home.fiber("refresh")
            server.script("/0", well)
            let asked = server.requests.count
            let until = #/It is left in peace until 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\./#
            for arguments in [["refresh"], ["refresh", "--restart"], ["refresh", "--if-due"], ["doctor"]] {
                let run = try await home.fiber(arguments)
                #expect(run.status == 1, "\(arguments)")
                #expect((run.errors + run.output).contains(until), "\(arguments): \(run.errors)")
            }
            #expect(server.requests.count == asked)
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect(source["condition"] as? String == "rateLimited")
            #expect((source["retryAt"] as? String)?.hasPrefix("20") == true)
        }
    }

    @Test("a refresh of nothing is no failure, and says so as JSON where it is asked for that")
    func nothingFollowed() async throws {
        let refreshed = try await home.fiber("refresh", "--json")
        #expect(refreshed.status == 0 && refreshed.errors.contains("Nothing is followed yet."), "\(refreshed.errors)")
        let object = try #require(try refreshed.objects.first)
        #expect(object["type"] as? String == "refresh" && object["inserted"] as? Int == 0)
        #expect((object["sources"] as? [Any])?.isEmpty == true)
    }

    @Test("adding a source again that answers by now ends its patience, whichever process has the timeline follow")
    func patienceOfAdding() async throws {
        try await ScenarioServer.running([:]) { server in
            let well = Feeds.scenario(0, items: 3)
            server.script("/0", well)
            let address = server.url("/0")
            _ = try await home.fiber("add", address)
            server.script("/0", Scenario(status: 429, headers: [("retry-after", "3600")]))
            #expect(try await home.fiber("refresh").status == 1)
            #expect(try await home.fiber("remove", address).status == 0)
            #expect(try await home.fiber("add", address).errors.contains("Try again after"))
            server.script("/0", well)
            #expect(try await home.fiber("add", address).status == 0)
            #expect(try await home.fiber("sources", "--json").output.contains("never-asked"))
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await home.fiber("timeline").output.contains("R0 item 0"))

            // What asks for patience now is left in peace, though it answered before: nobody has added it since.
            server.script("/0", Scenario(status: 429, headers: [("retry-after", "3600")]))
            #expect(try await home.fiber("refresh").status == 1)
            let library = try home.read(".config/fiber/library.toml")
            try home.write("", to: ".config/fiber/library.toml")
            _ = try await home.fiber("sources")
            try home.write(library, to: ".config/fiber/library.toml")
            let asked = server.requests.count
            #expect(try await home.fiber("refresh").status == 1)
            #expect(server.requests.count == asked)
        }
    }

    @Test("who keeps failing is said not to be asked, until when, and what asks at once")
    func keepsFailing() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 3))
            _ = try await home.fiber("add", server.url("/0"))
            server.script("/0", Scenario(status: 404))
            for _ in 0..<4 {
                #expect(try await home.fiber("refresh").errors.contains("`fiber refresh` asks again."))
            }
            let fifth = try await home.fiber("refresh").errors
            #expect(fifth.contains("It is left in peace until 20") && !fifth.contains("not asked"), "\(fifth)")
            let asked = server.requests.count
            for arguments in [["refresh"], ["refresh", "--if-due"]] {
                let run = try await home.fiber(arguments)
                #expect(run.status == 1)
                #expect(run.errors.contains("not asked; the last time: "), "\(run.errors)")
                #expect(run.errors.contains("It is left in peace until 20"), "\(run.errors)")
                #expect(run.errors.contains("`fiber refresh --restart` asks at once"), "\(run.errors)")
                #expect(!run.errors.contains("`fiber refresh` asks again."), "\(run.errors)")
            }
            let source = try #require(try await home.fiber("sources", "--json").objects.first)
            #expect((source["retryAt"] as? String)?.hasPrefix("20") == true)
            #expect(server.requests.count == asked)
            #expect(try await home.fiber("refresh", "--restart").errors.contains("`fiber refresh` asks again."))
            #expect(server.requests.count == asked + 1)
        }
    }

    @Test("what a feed holds that is not read is told wherever the feed is")
    func refusals() async throws {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE r [
            <!ENTITY a "ha"><!ENTITY b "&a;&a;">]>
            <rss version="2.0"><channel><title>Bomb</title><item><guid>1</guid><title>&b;</title></item></channel></rss>
            """
        let words = "declares entities in line 2 that are made of others"
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
