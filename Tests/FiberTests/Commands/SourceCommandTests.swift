import Foundation
import ScenarioServer
import Testing

@Suite("Source commands of the built program")
struct SourceCommandTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

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

    @Test("--act names the command for actions of a source that runs one, and of no other")
    func acting() async throws {
        try home.write("{\"id\":\"1\",\"title\":\"One\"}\n", to: "log.jsonl")
        let added = try await home.fiber("add", "exec:cat log.jsonl", "--act", "sh act.sh \"a b\"")
        #expect(added.status == 0, "\(added.errors)")
        let library = try String(contentsOfFile: home.path + "/.config/fiber/library.toml", encoding: .utf8)
        #expect(library.contains(#"act = "sh act.sh \"a b\"""#) || library.contains("act = 'sh act.sh"), "\(library)")
        let feed = try await home.fiber("add", "https://a.example/feed", "--act", "true")
        #expect(feed.status == 2, "\(feed.status)")
        #expect(feed.errors.contains("--act is for one source that runs a command"), "\(feed.errors)")
        try home.write(
            """
            <opml version='2.0'><body><outline text='A' xmlUrl='https://a.example/feed' act='touch pwned'/></body></opml>
            """, to: "list.opml")
        _ = try await home.fiber("import", home.path + "/list.opml")
        let merged = try String(contentsOfFile: home.path + "/.config/fiber/library.toml", encoding: .utf8)
        #expect(!merged.contains("act = \"touch") && !merged.contains("act = 'touch"), "\(merged)")
    }

    @Test("Commands and files are followed and refreshed, and their failures and broken lines are reported by name")
    func localSources() async throws {
        try home.write("{\"id\":\"1\",\"time\":\"2026-11-20T10:00:00Z\",\"title\":\"One\"}\nbroken\n", to: "log.jsonl")
        let file = try await home.fiber("add", "file:~/log.jsonl")
        #expect(file.status == 0, "\(file.errors)")
        let command = try await home.fiber("add", "exec:cat log.jsonl", "--name", "Cat")
        #expect(command.status == 0, "\(command.errors)")
        let refresh = try await home.fiber("refresh")
        #expect(refresh.status == 0)
        #expect(refresh.errors.contains("warning: What cat printed: line 2 cannot be read"), "\(refresh.errors)")
        #expect(refresh.errors.contains("warning: \(home.path)/log.jsonl: line 2 cannot be read"))
        let objects = try await home.fiber("timeline", "--json").objects
        #expect(objects.compactMap { $0["title"] as? String } == ["One", "One"])
        try FileManager.default.removeItem(atPath: home.path + "/log.jsonl")
        let failed = try await home.fiber("refresh")
        #expect(failed.status == 1)
        #expect(failed.errors.contains("cat: log.jsonl: No such file"))
        #expect(failed.errors.contains("There is no file \(home.path)/log.jsonl"))
    }

    @Test("A command and a file without a name are called as on the screen, in lists and in failures")
    func programNames() async throws {
        try home.write(
            """
            "exec:~/bin/x.sh"
            "filter:~/bin/y.sh:http://127.0.0.1:1/feed"
            file:~/none.jsonl

            """, to: "urls")
        #expect(try await home.fiber("import", "--local", home.path + "/urls").status == 0)
        let listed = try await home.fiber("sources", "--json").objects.compactMap { $0["name"] as? String }
        #expect(listed == ["x.sh", "y.sh", home.path + "/none.jsonl"])
        let refreshed = try await home.fiber("refresh")
        for name in listed { #expect(refreshed.errors.contains("\n  \(name)"), "\(refreshed.errors)") }
        let text = try await home.fiber("sources").output.split(separator: "\n")
        for (line, name) in zip(text, listed) { #expect(line.contains("  \(name)  "), "\(line)") }
        #expect(try await home.fiber("refresh", "--source", "x.sh").errors.contains("x.sh"))
    }

    @Test("An OPML export equals its import, and importing it again adds nothing")
    func opml() async throws {
        try home.write(
            """
            <opml version="2.0" xmlns:x="urn:x"><body><outline text="F1 &amp; more">
            <outline text="Kerb" x:rank="3" xmlUrl="https://k.example/feed?a=1&amp;b=2" htmlUrl="https://k.example/?a&amp;b"/><outline xmlUrl="hn:newest" text="HN"/>
            </outline><outline text="Odd" xmlUrl="gopher://odd.example"/></body></opml>
            """, to: "in.opml")
        let imported = try await home.fiber("opml", "import", home.path + "/in.opml")
        #expect(imported.status == 1)
        #expect(imported.output == "2 sources added, 1 skipped.\n")
        #expect(imported.errors.contains("gopher://odd.example"))
        let sources = try await home.fiber("sources", "--json").objects
        #expect(sources.map { $0["url"] as? String } == ["https://k.example/feed?a=1&b=2", "hn:newest"])
        #expect(sources.allSatisfy { $0["topics"] as? [String] == ["F1 & more"] })
        let exported = try await home.fiber("opml", "export")
        #expect(exported.status == 0)
        #expect(exported.output.contains("htmlUrl=\"https://k.example/?a&amp;b\""))
        #expect(exported.output.contains(#"xmlns:x="urn:x" x:rank="3""#))
        try home.write(exported.output, to: "out.opml")
        let again = try await home.fiber("import", home.path + "/out.opml")
        #expect(again.output == "0 sources added, 2 already present.\n")
        #expect(try await home.fiber("opml", "export").output == exported.output)
        #expect(try await home.fiber("opml", "import", "nowhere.opml").status == 1)
    }

    @Test("Importing a list without a usable entry fails")
    func nothingImported() async throws {
        try home.write(
            "<opml version='2.0'><body><outline xmlUrl='gopher://a.example'/><outline xmlUrl='exec:ls'/></body></opml>",
            to: "in.opml")
        for command in [["import"], ["opml", "import"]] {
            let outcome = try await home.fiber(command + [home.path + "/in.opml"])
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.output == "0 sources added, 2 skipped.\n")
            #expect(outcome.errors.contains("Nothing from"))
        }
    }

    @Test("Failing sources of the same name are told apart")
    func equalNames() async throws {
        try await ScenarioServer.running([:]) { server in
            for path in ["/a", "/b"] { server.script(path, Feeds.scenario(0, items: 2)) }
            for path in ["/a", "/b"] { _ = try await home.fiber("add", "--name", "Same", server.url(path)) }
            for path in ["/a", "/b"] { server.script(path, Scenario(status: 500)) }
            let outcome = try await home.fiber("refresh")
            #expect(outcome.status == 1)
            for path in ["/a", "/b"] {
                let place = server.url(path).dropFirst("http://".count)
                #expect(outcome.errors.contains("Same (\(place))"), "\(outcome.errors)")
            }
        }
    }

    @Test("Import reads newsboat's list from standard input")
    func newsboat() async throws {
        let outcome = try await home.shell(
            #"printf '%s\n' 'https://a.example/feed f1 "~My A"' '"query:Racing:tags # \"f1\""' | fiber import -"#)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let source = try #require(try await home.fiber("sources", "--json").objects.first)
        #expect(source["name"] as? String == "My A")
        #expect(source["topics"] as? [String] == ["f1", "Racing"])
    }

    @Test("Newsboat's query feeds become topics with an equal query, and untranslatable ones are reported")
    func queryFeeds() async throws {
        func line(_ name: String, _ expression: String) -> String {
            "\"query:\(name):\(expression.replacing("\"", with: "\\\""))\""
        }
        let urls = [
            "https://a.example/feed tech", "https://b.example/feed news \"~B\"",
            line("Words", #"title =~ "^(a|b)/" or author != "X.Y" and content # "foo bar""#),
            line("Fresh", #"unread = "yes" and age < 3 and feedtitle =~ "ker+b""#),
            line("Tech", #"tags # "tech" and unread = "yes""#),
            line("Week", #"(age between 7:13 or age > 20) and enclosure_type =~ "audio/.*" and title !~ "\\<ad\\>""#),
            line("Flags", #"flags # "s""#), line("Back", #"title =~ "(a)\\1""#), line("tech", #"age >= 1"#),
            line("No", "age < 0"),
        ]
        try home.write(urls.joined(separator: "\n"), to: "urls")
        let outcome = try await home.fiber("import", home.path + "/urls")
        #expect(outcome.status == 1)
        #expect(outcome.output == "2 sources added, 4 skipped.\n")
        for (number, words) in [
            (7, "Fiber has no query for “flags”"), (8, "is invalid"),
            (9, "another topic has that name"),
            (10, "it can never contain anything"),
        ] {
            let said = outcome.errors.split(separator: "\n").first { $0.contains("urls: line \(number): ") }
            #expect(said?.contains(words) == true, "\(outcome.errors)")
        }
        let library = try await home.fiber("topics").output
        for query in [
            #"title:/^(a|b)\// OR -author:/(?-i)^X\.Y$/ text:"foo bar""#, "is:unread age:<3d source:/ker+b/",
            "topic:tech is:unread", #"(age:(>1w <2w) OR age:>3w) has:audio -title:/\bad\b/"#,
        ] {
            #expect(library.contains(query), "\(query): \(library)")
        }
        let again = try await home.fiber("import", home.path + "/urls")
        #expect(again.output == "0 sources added, 2 already present, 4 skipped.\n")
    }

    @Test("A source with the tag of an imported query feed joins its topic later")
    func queryFeedGrows() async throws {
        try home.write(#"{"id":"1","title":"One"}"# + "\n", to: "one.jsonl")
        try home.write(#"{"id":"2","title":"Two"}"# + "\n", to: "two.jsonl")
        try home.write(
            "file:\(home.path)/one.jsonl tech\n\"query:Unread Tech:tags # \\\"tech\\\" and unread = \\\"yes\\\"\"\n",
            to: "urls")
        #expect(try await home.fiber("import", "--local", home.path + "/urls").status == 0)
        #expect(try await home.fiber("topics").output.contains("topic:tech is:unread"))
        #expect(try await home.fiber("add", "file:\(home.path)/two.jsonl", "--topic", "tech").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        let topic = try await home.fiber("timeline", "--topic", "Unread Tech", "--json").objects
        #expect(topic.compactMap { $0["title"] as? String }.sorted() == ["One", "Two"])
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

    @Test("A source without a name gets the feed's own title after the first request")
    func ownName() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 2))
            try home.write(server.url("/0") + "\n", to: "urls")
            #expect(try await home.fiber("import", home.path + "/urls").status == 0)
            #expect(try await home.fiber("sources", "--json").objects.map { $0["name"] as? String } == [nil])
            #expect(try await home.fiber("opml", "export").output.contains("text=\"\(server.url("/0"))\""))
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await home.fiber("sources", "--json").objects.map { $0["name"] as? String } == ["Feed 0"])
            let tickets = try await home.fiber("timeline", "--json").objects
                .filter { $0["type"] as? String == "ticket" }
            #expect(tickets.map { $0["sourceName"] as? String } == ["Feed 0", "Feed 0"])
            let exported = try await home.fiber("opml", "export").output
            #expect(exported.contains("text=\"Feed 0\" title=\"Feed 0\" xmlUrl=\"\(server.url("/0"))\""), "\(exported)")
            let removed = try await home.fiber("remove", "Feed 0")
            #expect(removed.status == 0 && removed.output.hasPrefix("Removed Feed 0."), "\(removed.output)")
        }
    }

    @Test(
        "A source can be named by its address or shown name, and an ambiguous name lists all matches"
    )
    func naming() async throws {
        try await ScenarioServer.running([:]) { server in
            for path in ["/0", "/twin", "/bare"] { server.script(path, Feeds.scenario(0, items: 2)) }
            _ = try await home.fiber("add", server.url("/0"))
            _ = try await home.fiber("add", server.url("/twin"))
            let several = try await home.fiber("remove", "Feed 0")
            #expect(several.status == 1)
            for path in ["/0", "/twin"] { #expect(several.errors.contains(server.url(path)), "\(several.errors)") }
            #expect(several.errors.contains("2 sources are called") && several.errors.contains("feed:"))
            let shown = "Feed 0 (127.0.0.1:\(server.port)/twin)"
            #expect(try await home.fiber("remove", shown).status == 0)
            #expect(try await home.fiber("remove", "feed:" + server.url("/0")).status == 0)

            try home.write(server.url("/bare") + "\n", to: "urls")
            _ = try await home.fiber("import", home.path + "/urls")
            #expect(try await home.fiber("remove", "127.0.0.1:\(server.port)/bare").status == 0)

            try home.write("{\"title\":\"t\"}\n", to: "log.jsonl")
            for written in [
                "file:log.jsonl", "./log.jsonl", "file:../\(URL(filePath: home.path).lastPathComponent)/log.jsonl",
                "file:~/log.jsonl",
            ] {
                _ = try await home.fiber("add", "file:\(home.path)/log.jsonl")
                let removed = try await home.shell("cd '\(home.path)' && fiber remove '\(written)'")
                #expect(removed.status == 0, "\(written): \(removed.errors)")
            }
            #expect(try await home.fiber("sources", "--json").output.isEmpty)
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

    @Test("Export prints every source and item, and its output can be followed")
    func export() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 30))
            _ = try await home.fiber("add", server.url("/0"))
            _ = try await home.fiber("refresh")
            let exported = try await home.fiber("export")
            #expect(try exported.objects.count { $0["type"] as? String == "source" } == 1)
            #expect(try exported.objects.count { $0["type"] as? String == "ticket" } == 30)
            try home.write(exported.output, to: "all.jsonl")
            let other = try Home()
            _ = try await other.fiber("add", "file:\(home.path)/all.jsonl")
            _ = try await other.fiber("refresh")
            #expect(try await other.fiber("timeline", "--json").objects.count == 30)
        }
    }

    @Test("The arguments of a command keep repeated spaces through library.toml and OPML")
    func spaces() async throws {
        let command = #"exec:sh -c 'test "$1" = "a   b" && echo "{\"id\":\"1\",\"title\":\"same\"}"' x 'a   b'"#
        let added = try await home.fiber("add", command)
        #expect(added.status == 0, "\(added.errors)")
        #expect(try await home.fiber("refresh").status == 0)
        let exported = try await home.fiber("opml", "export")
        try home.write(exported.output, to: "out.opml")
        #expect(
            try await home.fiber("import", "--local", home.path + "/out.opml").output
                == "0 sources added, 1 already present.\n")
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

    @Test("Every command is in each shell's completions and in the manual page's source")
    func completions() async throws {
        let help = try await home.fiber("--experimental-dump-help")
        for shell in ["bash", "zsh", "fish"] {
            let script = try await home.fiber("--generate-completion-script", shell)
            #expect(script.status == 0)
            for word in ["add", "remove", "sources", "refresh", "timeline", "fill", "parse", "backup", "doctor"] {
                #expect(script.output.contains(word) && help.output.contains("\"\(word)\""), "\(shell): \(word)")
            }
        }
    }

    @Test("An unknown command is reported with the nearest one")
    func unknownCommand() async throws {
        let near = try await home.fiber("refesh")
        #expect(near.status == 2)
        #expect(near.errors.contains("Unknown command “refesh”") && near.errors.contains("fiber refresh"))
        let address = try await home.fiber("https://a.example/feed")
        #expect(address.status == 2 && address.errors.contains("fiber add https://a.example/feed"))
        let far = try await home.fiber("xyzzyxyzzy")
        #expect(far.errors.contains("--help"))
    }

    @Test("Duplicate and unknown entries of library.toml are reported with their lines, and doctor lists each once")
    func libraryWarnings() async throws {
        try home.write(
            """
            [[source]]
            id = "feed:a"
            url = "https://a.example/feed"
            colour = "red"

            [[source]]
            id = "feed:a"
            url = "https://b.example/feed"

            [wishes]
            """, to: ".config/fiber/library.toml")
        let listed = try await home.fiber("sources", "--json")
        #expect(listed.status == 0)
        #expect(try listed.objects.count == 1)
        for words in [
            "library.toml:4:1: A source has no key “colour”", "library.toml:7:6: There is", "library.toml:10:1: ",
        ] {
            #expect(listed.errors.contains(words), "\(listed.errors)")
        }
        let doctor = try await home.fiber("doctor")
        let said = doctor.output + doctor.errors
        #expect(said.split(separator: "\n").count { $0.contains("“colour”") } == 1, "\(said)")
        #expect(doctor.status == 3 && !said.contains("No problems found."), "\(said)")
    }
}
