import Foundation
import ScenarioServer
import Testing

@Suite("Settings and the order of sources, by commands of the built program", .serialized)
struct SourceSettingTests {
    private let home: Home
    private static let library = ".config/fiber/library.toml"

    init() throws { home = try Home() }

    private func names() async throws -> [String] {
        try await home.fiber("sources", "--json").objects.compactMap { $0["name"] as? String }
    }

    private func follow(_ names: String...) async throws {
        for name in names {
            try home.write(
                #"{"id":"1","title":"Of \#(name)","time":"2026-11-20T10:00:00Z"}"# + "\n", to: "\(name).jsonl")
            let added = try await home.fiber("add", "file:\(home.path)/\(name).jsonl", "--name", name)
            #expect(added.status == 0, "\(added.errors)")
        }
    }

    @Test("Added sources are listed and written in the order of adding")
    func orderOfAdding() async throws {
        try await follow("cee", "ay", "bee")
        #expect(try await names() == ["cee", "ay", "bee"])
        #expect(try await home.fiber("remove", "ay").status == 0)
        try await follow("ay")
        #expect(try await names() == ["cee", "bee", "ay"])
    }

    @Test("A new address without a scheme is tried as http where https fails, as by fiber add")
    func addressWithoutScheme() async throws {
        try await ScenarioServer.running([:]) { server in
            for (path, index) in [("/0", 0), ("/1", 1)] { server.script(path, Feeds.scenario(index, items: 2)) }
            #expect(try await home.fiber("add", server.url("/0"), "--name", "Zero").status == 0)
            let bare = String(server.url("/1").dropFirst("http://".count))
            let changed = try await home.fiber("source", "set", "Zero", "--url", bare)
            #expect(changed.status == 0, "\(changed)")
            #expect(
                try await home.fiber("sources", "--json").objects.map { $0["url"] as? String } == [server.url("/1")])
        }
    }

    @Test("A new address that answers is asked at once, whatever limit the old one had")
    func newAddressAfterLimit() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 2))
            server.script("/1", Feeds.scenario(1, items: 2))
            #expect(try await home.fiber("add", server.url("/0"), "--name", "Zero").status == 0)
            #expect(try await home.fiber("refresh").status == 0)
            server.script("/0", Scenario(status: 429, headers: [("retry-after", "3600")]))
            #expect(try await home.fiber("refresh").status == 1)
            #expect(try await home.fiber("source", "set", "Zero", "--url", server.url("/1")).status == 0)
            let requestCount = server.requests(for: "/1").count
            let refresh = try await home.fiber("refresh")
            #expect(refresh.status == 0, "\(refresh)")
            #expect(server.requests(for: "/1").count == requestCount + 1)
        }
    }

    @Test("The former address of a source can be followed again, by fiber add and by a list")
    func formerAddress() async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0..<3 { server.script("/\(index)", Feeds.scenario(index, items: 2)) }
            #expect(try await home.fiber("add", server.url("/0"), "--name", "Zero").status == 0)
            #expect(try await home.fiber("source", "set", "Zero", "--url", server.url("/1")).status == 0)
            let added = try await home.fiber("add", server.url("/0"), "--name", "Former")
            #expect(added.status == 0, "\(added.errors)")
            #expect(try await home.fiber("source", "set", "Former", "--url", server.url("/2")).status == 0)
            try home.write(server.url("/0") + "\n", to: "urls")
            let imported = try await home.fiber("import", "\(home.path)/urls")
            #expect(imported.output.contains("1 source added"), "\(imported)")
            let sources = try await home.fiber("sources", "--json").objects
            #expect(sources.map { $0["url"] as? String } == ["/1", "/2", "/0"].map { server.url($0) })
            #expect(Set(sources.compactMap { $0["id"] as? String }).count == 3)
        }
    }

    @Test("A paused source has no gap in what is printed")
    func pausedGap() async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0..<2 {
                server.script("/\(index)", Feeds.scenario(index, items: 2))
                #expect(try await home.fiber("add", server.url("/\(index)")).status == 0)
            }
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await home.fiber("source", "pause", "Feed 1").status == 0)
            #expect(try await home.fiber("refresh").status == 0)
            let timeline = try await home.fiber("timeline")
            #expect(timeline.status == 0 && !timeline.output.contains("Feed 1: not "), "\(timeline)")
        }
    }

    @Test("A source is renamed, paused, resumed and moved in the file, whose comments stay")
    func changes() async throws {
        try await follow("ay", "bee", "cee")
        try home.write(
            try home.read(Self.library).replacing("[[source]]", with: "# hers\n[[source]]"), to: Self.library)
        let renamed = try await home.fiber("source", "rename", "bee", "Bee & Co").output
        #expect(renamed == "bee is now called Bee & Co.\n")
        let empty = try await home.fiber("source", "rename", "bee", "")
        #expect(empty.status == 2 && empty.errors.contains("The new name is empty"), "\(empty)")
        #expect(try await home.fiber("source", "pause", "ay", "cee").output.contains("Paused cee"))
        #expect(try await home.fiber("source", "resume", "ay").output.contains("Resumed ay"))
        #expect(try await home.fiber("source", "move", "cee", "--first").output == "Moved cee to place 1 of 3.\n")
        #expect(try await home.fiber("source", "move", "ay", "--after", "Bee & Co").status == 0)
        #expect(try await names() == ["cee", "Bee & Co", "ay"])
        let paused = try await home.fiber("sources", "--json").objects.map { $0["paused"] as? Bool }
        #expect(paused == [true, false, false])
        #expect(try home.read(Self.library).components(separatedBy: "# hers\n[[source]]").count == 4)
        for wrong in [
            ["rename", "nobody", "x"], ["move", "ay"], ["move", "ay", "--first", "--last"], ["set", "ay"],
            ["move", "ay", "--before", "ay"], ["set", "ay", "--every", "1s"], ["set", "ay", "--not-topic", "none"],
        ] {
            #expect(try await home.fiber(["source"] + wrong).status != 0, "\(wrong)")
        }
        #expect(try await names() == ["cee", "Bee & Co", "ay"])
    }

    @Test("Address, topics, interval and filter of a source are set; it keeps its items, and no rule hides them")
    func settings() async throws {
        try await follow("ay", "bee")
        _ = try await home.fiber("refresh")
        _ = try await home.fiber("rules", "add", "All", "of")
        #expect(try await home.fiber("timeline", "--fields", "title").output == "")
        let set = try await home.fiber(
            "source", "set", "ay", "--topic", "One", "--topic", "Two", "--every", "2h", "--filter", "off")
        #expect(set.output == "Changed ay.\n", "\(set)")
        #expect(try await home.fiber("timeline", "--fields", "title").output == "{\"title\":\"Of ay\"}\n")
        #expect(try await home.fiber("topics").output.contains("One  1 unread of 1  ay"))
        _ = try await home.fiber("source", "set", "ay", "--not-topic", "One", "--filter", "on", "--every", "default")
        #expect(try await home.fiber("timeline", "--fields", "title").output == "")
        #expect(try await home.fiber("topics").output.hasPrefix("Two"))
        // The address is checked, unless that is not wanted.
        let missing = try await home.fiber("source", "set", "ay", "--url", "file:\(home.path)/none")
        #expect(missing.status == 1)
        let taken = try await home.fiber("source", "set", "ay", "--url", "file:\(home.path)/bee.jsonl")
        #expect(taken.status == 1 && taken.errors.contains("bee is already a source"), "\(taken.errors)")
        let moved = try await home.fiber("source", "set", "ay", "--url", "file:\(home.path)/later", "--unchecked")
        #expect(moved.status == 0, "\(moved.errors)")
        #expect(
            try await home.fiber("timeline", "--filter", "off", "--source", "ay", "--fields", "title").objects.count
                == 1)
    }

    @Test("A list keeps the order of its sources and folders, in and out; refusals name their lines")
    func lists() async throws {
        let list = """
            <?xml version="1.0"?><opml version="2.0"><body>
            <outline text="Zoo"><outline type="rss" text="Z2" xmlUrl="http://z2.example/f"/>
            <outline type="rss" text="Z1" xmlUrl="http://z1.example/f"/></outline>
            <outline type="rss" text="Between" xmlUrl="http://b.example/f"/>
            <outline text="Art"><outline type="rss" text="A" xmlUrl="http://a.example/f"/></outline>
            <outline type="rss" text="none" htmlUrl="http://n.example/"/>
            <outline type="rss" text="bad" xmlUrl="nonsense"/>
            </body></opml>
            """
        try home.write(list, to: "list.opml")
        let imported = try await home.fiber("import", "\(home.path)/list.opml")
        #expect(imported.status == 1)
        #expect(imported.errors.contains("line 6:") && imported.errors.contains("line 7:"), "\(imported.errors)")
        #expect(try await names() == ["Z2", "Z1", "Between", "A"])
        #expect(try await home.fiber("topics").output.split(separator: "\n").map { $0.prefix(3) } == ["Zoo", "Art"])
        let exported = try await home.fiber("opml", "export").output
        let order = exported.components(separatedBy: "text=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(order == ["Zoo", "Z2", "Z1", "Between", "Art", "A"], "\(exported)")

        let other = try Home()
        try other.write("http://y.example/f news\nhttp://c.example/f comics\nhttp://x.example/f news\n", to: "urls")
        _ = try await other.fiber("import", "\(other.path)/urls")
        let urls = try await other.fiber("sources", "--json").objects.compactMap { $0["url"] as? String }
        #expect(urls == ["http://y.example/f", "http://c.example/f", "http://x.example/f"])
        #expect(try await other.fiber("topics").output.hasPrefix("news"))
    }

    @Test("A host typed without a scheme that speaks only http is added as http, and that is said")
    func withoutEncryption() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 1))
            let bare = String(server.url("/0").dropFirst("http://".count))
            let added = try await home.fiber("add", bare)
            #expect(added.status == 0 && added.errors.contains("does not speak https here"), "\(added)")
            let urls = try await home.fiber("sources", "--json").objects.compactMap { $0["url"] as? String }
            #expect(urls == [server.url("/0")])
            let typed = try await home.fiber("add", "https://\(bare)")
            #expect(typed.status == 1, "a typed scheme is meant")
        }
    }

    @Test("The name of a file in the place of an address is answered by its path")
    func nameOfFile() async throws {
        try home.write("{\"title\":\"A\"}\n", to: "my lines")
        let name = try await home.shell("cd '\(home.path)' && fiber add 'my lines'")
        #expect(name.status == 1 && name.errors.contains("`fiber add './my lines'` follows it."), "\(name)")
        let path = try await home.shell("cd '\(home.path)' && fiber add './my lines'")
        #expect(path.status == 0, "\(path)")
        let other = try await home.shell("cd '\(home.path)' && fiber add elsewhere")
        #expect(other.status == 1 && !other.errors.contains("a file of this name"), "\(other)")
    }

    @Test("What cannot be an address, and what is missing, is said in one clear sentence")
    func refusals() async throws {
        for (arguments, words) in [
            (["add", ""], "An address is empty."), (["add", " "], "An address is empty."),
            (["add", "exec:"], "“exec:” is only the beginning"),
            (["rules", "add", "n"], "The rule “n” needs a query"),
        ] {
            let outcome = try await home.fiber(arguments)
            #expect(outcome.status == 2 && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        }
        for command in ["refresh", "timeline"] {
            let outcome = try await home.fiber(command, "--source", "zz")
            #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        }
        _ = try await follow("ay")
        let empty = try await home.fiber("timeline")
        #expect(empty.output == "" && empty.errors.contains("Nothing is loaded yet"), "\(empty)")
        #expect(try await home.fiber("doctor").output.contains("1 source\n"))
        try home.write("<rss version='2.0'><channel><title>Own</title></channel></rss>", to: "own.xml")
        _ = try await home.fiber("add", "exec:cat \(home.path)/own.xml")
        #expect(try await names() == ["ay", "Own"])
    }

    @Test("Columns of help keep their indentation in a narrow terminal", arguments: ["60", "80", "130"])
    func help(columns: String) async throws {
        for command in ["add", "open"] {
            let outcome = try await home.fiber([command, "--help"], environment: ["COLUMNS": columns])
            let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            let start = try #require(lines.firstIndex { $0.hasPrefix("  https://HOST") || $0.hasPrefix("  timeline") })
            let table = lines[start...].prefix { !$0.isEmpty }
            #expect(table.allSatisfy { $0.hasPrefix("  ") }, "\(table.joined(separator: "\n"))")
        }
    }
}
