import Foundation
import Testing

@Suite("Marks by commands of the built program", .serialized)
struct MarkCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Follows a file of four lines in a topic.
    private func follow() async throws {
        let lines = (1...4)
            .map { #"{"id":"\#($0)","title":"Line \#($0)","time":"2026-11-20T0\#(9 - $0):00:00Z"}"# }
        try home.write(lines.joined(separator: "\n") + "\n", to: "lines.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/lines.jsonl", "--topic", "Lines").status == 0)
        #expect(try await home.fiber("refresh", "--quiet").errors == "")
    }

    /// Returns the titles that a query finds, the newest first.
    private func found(_ query: String...) async throws -> [String] {
        try await home.fiber(["search", "--fields", "title"] + query).objects.compactMap { $0["title"] as? String }
    }

    @Test("A query marks all that it finds, a dry run nothing, and undo takes only the change back")
    func queries() async throws {
        try await follow()
        _ = try await home.fiber("mark", "read", "\"line 4\"")
        let trial = try await home.fiber("mark", "read", "--dry-run", "line")
        #expect(trial.status == 0 && trial.output.split(separator: "\n").count == 3, "\(trial)")
        #expect(trial.errors.contains("3 items would be marked as read. 1 item was read already."), "\(trial.errors)")
        #expect(try await found("is:read") == ["Line 4"])
        let marked = try await home.fiber("mark", "read", "line")
        #expect(marked.output.hasPrefix("3 items marked as read. 1 item was read already."), "\(marked)")
        #expect(try await found("is:unread") == [])
        #expect(try await home.fiber("undo").output == "Undone: 3 items marked as read.\n")
        #expect(try await found("is:read") == ["Line 4"])
        let twice = try await home.fiber("undo")
        #expect(twice.status == 1 && twice.errors.contains("nothing to take back"))
    }

    @Test("A query that finds only hidden items marks none, and says that the filter hides them")
    func hidden() async throws {
        try await follow()
        #expect(try await home.fiber("rules", "add", "Quiet", "\"line 4\"").status == 0)
        for options in [[], ["--dry-run"]] {
            let marked = try await home.fiber(["mark", "star"] + options + ["\"line 4\""])
            #expect(marked.status == 0, "\(marked)")
            #expect(marked.errors.contains("1 hidden by the filter; with `--filter off`"), "\(marked)")
        }
        let shown = try await home.fiber("mark", "star", "line")
        #expect(shown.output.contains("3 items marked as starred.") && !shown.errors.contains("hidden"), "\(shown)")
        let all = try await home.fiber("mark", "star", "--filter", "off", "\"line 4\"")
        #expect(all.output == "1 item marked as starred. `fiber undo` takes it back.\n" && all.errors.isEmpty, "\(all)")
    }

    @Test("Marks have their names in the language of the output")
    func spanish() async throws {
        try await follow()
        let spanish = ["LANG": "es_ES.UTF-8"]
        let marked = try await home.fiber(["mark", "read", "line"], environment: spanish)
        #expect(marked.output.hasPrefix("4 entradas marcadas: leídas."), "\(marked)")
        #expect(try await home.fiber(["undo"], environment: spanish).output == "Deshecho en 4 entradas: leídas.\n")
    }

    @Test("A topic in a query that does not exist is warned of, also in a dry run", arguments: [[], ["--dry-run"]])
    func missingTopic(options: [String]) async throws {
        try await follow()
        let marked = try await home.fiber(["mark", "read"] + options + ["topic:Nope"])
        #expect(marked.status == 0 && marked.errors.contains("There is no topic “Nope”."), "\(marked)")
        #expect(!(try await home.fiber(["mark", "read"] + options + ["topic:Lines"]).errors.contains("no topic")))
    }

    @Test("Undo counts the items that are still there, and says how many were removed")
    func undoAfterCleaning() async throws {
        try await follow()
        #expect(try await home.fiber("mark", "read", "line").status == 0)
        #expect(try await home.fiber("clean", "--keep", "1").status == 0)
        #expect(try await home.fiber("undo").output == "Undone: 1 item marked as read. 3 have been removed since.\n")
    }

    @Test("Ids are marked one by one, with each mark and its opposite, and what is no item is refused")
    func ids() async throws {
        try await follow()
        let ids = try await home.fiber("timeline", "--fields", "id,title").objects
            .filter { $0["title"] != nil }.compactMap { $0["id"] as? String }
        let first = try #require(ids.first)
        for (mark, opposite, query) in [
            ("star", "unstar", "is:starred"), ("later", "not-later", "is:later"), ("read", "unread", "is:read"),
        ] {
            let result = try await home.fiber("mark", mark, "--json", first, ids[1], first).objects.first
            #expect(result?["changed"] as? Int == 2, "\(mark)")
            #expect(try await found(query) == ["Line 1", "Line 2"])
            #expect(try await home.fiber("mark", opposite, first).status == 0)
            #expect(try await found(query) == ["Line 2"])
        }
        let unknown = try await home.fiber("mark", "read", first + "x")
        #expect(unknown.status == 1 && unknown.errors.contains("There is no item"))
        let mixed = try await home.fiber("mark", "read", first, "line")
        #expect(mixed.status == 2 && mixed.errors.contains("“line” is no id"))
        let nothing = try await home.fiber("mark", "read")
        #expect(nothing.status == 2 && nothing.errors.contains("needs a query or ids"))
    }

    @Test("What a rule hides is shown again by unhide, and hidden by rehide")
    func unhide() async throws {
        try await follow()
        _ = try await home.fiber("rules", "add", "No two", "\"line 2\"")
        #expect(try await found("line") == ["Line 1", "Line 3", "Line 4"])
        let starred = try await home.fiber("mark", "star", "\"line 2\"")
        let hidden = "1 hidden by the filter; with `--filter off`, what your rules hide is marked too.\n"
        #expect(starred.output.hasPrefix("0 items marked as starred.") && starred.errors.contains(hidden), "\(starred)")
        #expect(try await home.fiber("mark", "unhide", "\"line 2\"").status == 0)
        #expect(try await found("line").count == 4)
        #expect(try await home.fiber("mark", "rehide", "line").status == 0)
        #expect(try await found("line").count == 3)
    }

    @Test("Fields select members of items, sources and gaps, and an unknown one is named with the known")
    func fields() async throws {
        try await follow()
        let lines = try await home.fiber("timeline", "--fields", "title,read", "--limit", "1").objects
        #expect(lines.count == 1 && lines.first?.count == 2)
        #expect(try await home.fiber("export", "--fields", "condition").objects.count == 1)
        let all = try await home.fiber("export")
        let members = Set(try all.objects.flatMap(\.keys)).sorted().joined(separator: ",")
        #expect(try await home.fiber("export", "--fields", members).output == all.output)
        _ = try await home.fiber("mark", "star", "\"line 3\"")
        #expect(try await home.fiber("export", "--starred").objects.compactMap { $0["title"] as? String } == ["Line 3"])
        let unknown = try await home.fiber("search", "--fields", "tittle", "line")
        #expect(
            unknown.status == 2 && unknown.errors.contains("no member “tittle”") && unknown.errors.contains("title"))
    }

    @Test(
        "Fields that none of the objects of a command has are refused with those that they have",
        arguments: [
            (["timeline"], "condition", "missing"), (["search", "line"], "missing", "title"),
            (["export", "--starred"], "paused", "title"),
        ])
    func otherFields(arguments: [String], field: String, known: String) async throws {
        let refused = try await home.fiber(arguments + ["--fields", field])
        #expect(refused.status == 2 && refused.errors.contains("no member “\(field)”"), "\(refused)")
        #expect(refused.errors.contains(" \(known),"), "\(refused)")
        #expect(refused.errors.ranges(of: field).count == 1, "\(refused)")
    }

    @Test("JSON of items has their markup, files, pictures, page of comments and time of the last edit")
    func members() async throws {
        let feed = """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><id>1</id><title>T</title>
            <published>2026-11-19T10:00:00Z</published><updated>2026-11-20T10:00:00Z</updated>
            <link rel="enclosure" href="http://e.example/a.mp3" type="audio/mpeg" length="7"/>
            <link rel="replies" type="text/html" href="http://e.example/c"/>
            <content type="html">&lt;p&gt;A &lt;img src="http://e.example/p.png"&gt;&lt;/p&gt;</content></entry></feed>
            """
        try home.write(feed, to: "feed.xml")
        _ = try await home.fiber("add", "file:\(home.path)/feed.xml")
        _ = try await home.fiber("refresh")
        let item = try #require(try await home.fiber("timeline", "--json").objects.first)
        #expect((item["html"] as? String)?.contains("<img") == true)
        #expect(item["editTime"] as? String == "2026-11-20T10:00:00Z")
        #expect(item["commentsURL"] as? String == "http://e.example/c", "\(item)")
        let file = try #require((item["enclosures"] as? [[String: Any]])?.first)
        #expect(file["url"] as? String == "http://e.example/a.mp3" && file["length"] as? Int == 7)
        #expect((item["images"] as? [[String: Any]])?.compactMap { $0["url"] as? String } == ["http://e.example/p.png"])
    }

    @Test("Times and dates of queries are typed as on the screen, in local time; kept queries take none that move")
    func dates() async throws {
        try await follow()
        func titles(_ arguments: String..., zone: String) async throws -> Int {
            try await home.fiber(arguments + ["--fields", "title"], environment: ["TZ": zone]).objects.count
        }
        // All four lines are on the 20th in UTC, from 05:00 to 08:00; six hours west, two are on the 19th.
        #expect(try await titles("timeline", "--since", "2026-11-20", zone: "UTC") == 4)
        #expect(try await titles("timeline", "--since", "2026-11-20", zone: "<-06>6") == 3)
        #expect(try await titles("timeline", "--before", "2026-11-20", zone: "<-06>6") == 1)
        #expect(try await titles("timeline", "--since", "2026-11-20T06:30:00Z", zone: "<-06>6") == 2)
        #expect(try await titles("timeline", "--since", "2026-11-20 00:30", zone: "<-06>6") == 2)
        #expect(try await titles("search", "date:2026-11-20", zone: "<-06>6") == 3)
        #expect(try await titles("search", "date:2026-11-20..today", zone: "UTC") == 4)
        // How many items it finds depends on the day.
        #expect(try await home.fiber("search", "date:<yesterday date:>20y").status == 0)
        #expect(try await home.fiber("search", "date:soon").status == 2)
        let kept = try await home.fiber("topics", "add", "Now", "date:yesterday")
        #expect(kept.status == 2 && kept.errors.contains("age:<1d"), "\(kept.errors)")
        #expect(try await home.fiber("timeline", "--since", "soon").status == 2)
    }
}
