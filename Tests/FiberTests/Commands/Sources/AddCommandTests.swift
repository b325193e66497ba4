import ScenarioServer
import Testing

@Suite("Adding sources on the command line")
struct AddCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    private let page = """
        <html><head><link rel=alternate type='application/rss+xml' title='News' href='/0'>
        <link rel=alternate type='application/atom+xml' title='Notes' href='/1'></head></html>
        """

    @Test("A page with several feeds offers a choice by list, by number, or all")
    func choices() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/", .text(page, type: "text/html"))
            server.script("/0", Feeds.scenario(0, items: 2))
            server.script("/1", Feeds.scenario(1, items: 2))
            let result = try await home.fiber("add", server.url("/"))
            #expect(result.status == 1)
            #expect(result.errors.contains("1  \(server.url("/0"))  News"))
            #expect(result.errors.contains("2  \(server.url("/1"))  Notes"))
            #expect(result.errors.contains("--choose"))
            #expect(try await home.fiber("sources", "--json").output.isEmpty)
            #expect(try await home.fiber("add", "--choose", "3", server.url("/")).status == 1)
            let second = try await home.fiber("add", "--choose", "2", server.url("/"))
            #expect(second.status == 0 && second.output.hasPrefix("Added Feed 1"))
            let all = try await home.fiber("add", "--all", server.url("/"))
            #expect(all.status == 1 && all.errors.contains("is already a source"))
            #expect(try await home.fiber("sources", "--json").objects.count == 2)
        }
    }

    @Test("The time after which to try again is a sentence of its own after the reason")
    func retryTime() async throws {
        try await ScenarioServer.running([:]) { server in
            for status in [500, 503] {
                server.script("/\(status)", Scenario(status: status, headers: [("retry-after", "864000")]))
                let result = try await home.fiber("add", server.url("/\(status)"))
                #expect(result.status == 1)
                #expect(result.errors.contains(/[a-z0-9)]\. Try again after [^.]+\./), "\(result.errors)")
            }
        }
    }

    @Test("Several feeds of a page can be chosen at once, and a wrong number adds none")
    func severalChoices() async throws {
        try await ScenarioServer.running([:]) { server in
            let links = (0..<3).map { "<link rel=alternate type='application/rss+xml' title='F\($0)' href='/\($0)'>" }
            server.script("/", .text("<html><head>\(links.joined())</head></html>", type: "text/html"))
            for number in 0..<3 { server.script("/\(number)", Feeds.scenario(number, items: 1)) }
            let wrong = try await home.fiber("add", "--choose", "1,4", server.url("/"))
            #expect(wrong.status == 1 && wrong.errors.contains("there is no number 4"), "\(wrong.errors)")
            for text in ["", "0", "1,x", "-1"] {
                #expect(try await home.fiber("add", "--choose=\(text)", server.url("/")).status == 2, "\(text)")
            }
            #expect(try await home.fiber("add", "--choose", "1,3", "--name", "x", server.url("/")).status == 2)
            #expect(try await home.fiber("sources", "--json").output.isEmpty)
            #expect(try await home.fiber("add", "--choose", "3,1,3", server.url("/")).status == 0)
            let names = try await home.fiber("sources", "--json").objects.compactMap { $0["name"] as? String }
            #expect(names.sorted() == ["Feed 0", "Feed 2"])
        }
    }

    @Test("Where there is one feed, beside one of comments or alone, another number adds none")
    func wrongOnlyChoice() async throws {
        try await ScenarioServer.running([:]) { server in
            let links = ["News", "Comments"].enumerated()
                .map { "<link rel=alternate type='application/rss+xml' title='\($1)' href='/\($0)'>" }
            server.script("/", .text("<html><head>\(links.joined())</head></html>", type: "text/html"))
            server.script("/0", Feeds.scenario(0, items: 1))
            for (path, number) in [("/", "2"), ("/", "7"), ("/0", "7")] {
                let wrong = try await home.fiber("add", "--choose", number, server.url(path))
                #expect(
                    wrong.status == 1 && wrong.errors.contains("offers 1 source; there is no number \(number)."),
                    "\(wrong.errors)")
            }
            #expect(try await home.fiber("sources", "--json").output.isEmpty)
            #expect(try await home.fiber("add", "--choose", "1", server.url("/")).status == 0)
        }
    }

    @Test("An address that redirects temporarily to a followed feed is not followed twice")
    func temporaryTwin() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 1))
            server.script("/1", Feeds.scenario(1, items: 1))
            server.script("/now", .redirect(to: server.url("/0"), status: 302))
            server.script("/other", .redirect(to: server.url("/1"), status: 302))
            #expect(try await home.fiber("add", server.url("/0")).status == 0)
            let twin = try await home.fiber("add", server.url("/now"))
            #expect(
                twin.status == 1 && twin.errors.contains("Feed 0 is already a source, with the id feed:"),
                "\(twin.errors)")
            #expect(try await home.fiber("add", server.url("/other")).status == 0)
            let followed = try await home.fiber("sources", "--json").objects.compactMap { $0["url"] as? String }
            #expect(Set(followed) == [server.url("/0"), server.url("/other")], "for now is not for good")
        }
    }

    @Test("The target of a followed address's temporary redirect is not followed twice, but a namesake is")
    func targetOfTemporaryTwin() async throws {
        try await ScenarioServer.running([:]) { server in
            for path in ["/0", "/copy"] { server.script(path, Feeds.scenario(0, items: 1)) }
            server.script("/now", .redirect(to: server.url("/0"), status: 302))
            #expect(try await home.fiber("add", "--name", "Mine", server.url("/now")).status == 0)
            #expect(try await home.fiber("refresh").status == 0)
            let twin = try await home.fiber("add", server.url("/0"))
            #expect(
                twin.status == 1 && twin.errors.contains("Mine is already a source, with the id feed:"),
                "\(twin.errors)")
            #expect(try await home.fiber("add", server.url("/copy")).status == 0)
            server.script("/now", Scenario(status: 500))
            #expect(try await home.fiber("add", server.url("/0")).status == 0, "it does not lead there any more")
        }
    }

    @Test("A feed is followed once, however its address is written, and is listed by address until it has a name")
    func oneAddress() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/Feed", Feeds.scenario(0, items: 2))
            #expect(try await home.fiber("add", server.url("/Feed")).status == 0)
            let port = try #require(server.url("/").split(separator: ":").last?.dropLast())
            for other in [
                "HTTP://127.0.0.1:\(port)/Feed", server.url("/Feed#top"), server.url("/Feed#"),
            ] {
                let again = try await home.fiber("add", other)
                #expect(again.status == 1 && again.errors.contains("is already a source"), "\(other): \(again.errors)")
            }
            try home.write("https://www.a.example/news/feed/\n", to: "urls")
            #expect(try await home.fiber("import", home.path + "/urls").status == 0)
            let text = try await home.fiber("refresh").errors
            #expect(text.contains("a.example/news/feed") && !text.contains("feed:a.example"), "\(text)")
        }
    }

    @Test("A truncated document is followed with a warning")
    func brokenOff() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script(
                "/0", .text("<rss version='2.0'><channel><title>Torn</title><item><title>One</title></item><ite"))
            let added = try await home.fiber("add", server.url("/0"))
            #expect(added.status == 0 && added.output.hasPrefix("Added Torn"))
            #expect(added.errors.contains("warning: What Torn sent is broken at line 1"), "\(added.errors)")
        }
    }
}
