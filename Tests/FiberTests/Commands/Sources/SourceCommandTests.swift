import Foundation
import ScenarioServer
import Testing

@Suite("Sources on the command line")
struct SourceCommandTests {
    private let home: Home

    init() throws { home = try Home() }

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
}
