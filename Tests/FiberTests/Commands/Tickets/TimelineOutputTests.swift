import Application
import EngineConcepts
import Foundation
import Localization
import TestSupport
import Testing

@Suite("The output of fiber timeline")
struct TimelineOutputTests {
    /// Follows two sources, of which the second is gone, and refreshes.
    private func refreshed() async throws -> FollowedLines {
        let followed = try await FollowedLines("A", "B")
        try FileManager.default.removeItem(atPath: followed.home.path + "/B.jsonl")
        _ = try await followed.run("refresh")
        return followed
    }

    /// Returns the title of each printed item, and the id of each gap.
    private func titles(_ run: CommandRun) -> [String] {
        run.lines.map { $0.hasPrefix("--- ") ? String($0.dropFirst(4).prefix(2)) : String($0.suffix(11)) }
    }

    @Test("Before the first refresh, people are told what to do, and programs get the gap")
    func nothingLoaded() async throws {
        let followed = try await FollowedLines("A")
        let text = try await followed.run("timeline")
        #expect(text.status == .done && text.output.isEmpty, "\(text)")
        #expect(text.errors == Localizer.english(Message("nothingLoaded")) + "\n", "\(text)")
        let json = try await followed.run("timeline", "--json")
        #expect(json.lines.count == 1 && json.output.contains("\"type\":\"gap\"") && json.errors.isEmpty, "\(json)")
    }

    @Test("A gap is printed beside the items, unless none of the wanted sources is missing in it")
    func gaps() async throws {
        let followed = try await refreshed()
        let all = try await followed.run("timeline", "--limit", "2")
        #expect(all.status == .done, "\(all)")
        #expect(titles(all) == ["g-", "Line 3 of A", "Line 2 of A"])
        let present = try await followed.run("timeline", "--source", "A")
        #expect(titles(present) == ["Line 3 of A", "Line 2 of A", "Line 1 of A"])
        let missing = try await followed.run("timeline", "--source", "B")
        #expect(titles(missing) == ["g-"] && missing.errors.isEmpty, "\(missing)")
    }

    @Test("An item without title and text is named after its feed, also when it is followed as a line of JSON")
    func withoutTitle() async throws {
        let home = try TemporaryDirectory()
        let feed = """
            <rss version="2.0"><channel><title>Feed</title><item><guid>1</guid><title></title>
            <pubDate>Mon, 23 Nov 2026 10:10:10 GMT</pubDate></item></channel></rss>
            """
        _ = try await CommandRun("add", "file:\(home.write(feed, to: "F.xml"))", "--name", "F", in: home)
        _ = try await CommandRun("refresh", in: home)
        let printed = try await CommandRun("timeline", in: home)
        #expect(printed.lines.count == 1 && printed.output.hasSuffix("  F  F\n"), "\(printed)")
        let json = try await CommandRun("timeline", "--json", in: home).output
        _ = try await CommandRun("add", "file:\(home.write(json, to: "L.jsonl"))", "--name", "L", in: home)
        _ = try await CommandRun("refresh", in: home)
        let followed = try await CommandRun("timeline", "--source", "L", in: home)
        #expect(followed.lines.count == 1 && followed.output.hasSuffix("  L  L\n"), "\(followed)")
    }

    @Test("A folded story is one line with the names of its sources; unfolded, each item has the name of its own")
    func foldedStory() async throws {
        let home = try TemporaryDirectory()
        for name in ["A", "B"] {
            let feed = """
                <rss version="2.0"><channel><title>\(name)</title><item><guid>\(name)-1</guid>
                <title>The stewards decide about case number 7 in Spa</title><link>https://news.example/2026/case-7</link>
                <pubDate>Mon, 23 Nov 2026 10:10:10 GMT</pubDate></item></channel></rss>
                """
            let path = try home.write(feed, to: "\(name).xml")
            _ = try await CommandRun("add", "file:\(path)", "--name", name, in: home)
        }
        _ = try await CommandRun("refresh", in: home)
        func names(_ options: String...) async throws -> [[String]] {
            try await CommandRun(["timeline"] + options, in: home).lines
                .map { $0.components(separatedBy: "  ")[1].components(separatedBy: ", ").sorted() }
        }
        let folded = try await names("--fold")
        let unfolded = try await names()
        #expect(folded == [["A", "B"]] && Set(unfolded) == [["A"], ["B"]], "\(folded) \(unfolded)")
    }

    @Test("The author of an item without a title comes before its text, unless the source has the same name")
    func authors() async throws {
        let home = try TemporaryDirectory()
        let lines = """
            {"id":"1","text":"Lights out","author":"Ann","time":"2026-11-20T03:00:00Z"}
            {"id":"2","text":"And away","author":"Marshals","time":"2026-11-20T02:00:00Z"}
            {"id":"3","title":"Rain","text":"In Spa.","author":"Ann","time":"2026-11-20T01:00:00Z"}

            """
        let path = try home.write(lines, to: "posts.jsonl")
        _ = try await CommandRun("add", "file:\(path)", "--name", "Marshals", in: home)
        _ = try await CommandRun("refresh", in: home)
        for command in ["timeline", "search"] {
            let run = try await CommandRun([command] + (command == "search" ? ["source:Marshals"] : []), in: home)
            let texts = run.lines.compactMap { $0.components(separatedBy: "  Marshals  ").last }
            #expect(texts == ["Ann: Lights out", "And away", "Rain"], "\(run)")
        }
    }

    @Test("The sources that are missing in a gap for one reason are named together with it")
    func sharedReasons() async throws {
        let followed = try await FollowedLines("A", "B", "C")
        _ = try await followed.run("refresh", "--source", "A")
        let run = try await followed.run("timeline")
        let reason = Localizer.english(Message("causeNotRequested"))
        #expect(run.lines.contains { $0.hasPrefix("--- ") && $0.hasSuffix(" B, C: \(reason)") }, "\(run)")
    }

    @Test("--since is the first time that is printed, and --before the first that is not")
    func times() async throws {
        let followed = try await refreshed()
        let run = try await followed.run(
            "timeline", "--source", "A", "--since", "2026-11-20T02:00:00Z", "--before", "2026-11-20T03:00:00Z")
        #expect(titles(run) == ["Line 2 of A"], "\(run)")
    }

    @Test("Times between which there is none are wrong usage, not a timeline without items")
    func swappedTimes() async throws {
        let followed = try await refreshed()
        for before in ["2026-11-20T02:00:00Z", "2026-11-20T03:00:00Z"] {
            let run = try await followed.run("timeline", "--since", "2026-11-20T03:00:00Z", "--before", before)
            #expect(run.status == .usage && run.errors.hasPrefix("fiber: --since must be earlier"), "\(run)")
        }
    }

    @Test("Where nothing matches, people are told so, and programs get nothing")
    func nothingMatches() async throws {
        let followed = try await refreshed()
        _ = try await followed.run("mark", "read", "line")
        let nothing = Localizer.english(Message("searchNothing")) + "\n"
        let commands = [
            ["timeline", "--unread", "--source", "A"], ["timeline", "--source", "A", "--since", "2027-01-01"],
            ["timeline", "--source", "A", "--before", "2026-01-01"], ["search", "elsewhere"],
            ["search", "elsewhere", "--filter", "off"],
        ]
        for words in commands {
            let text = try await CommandRun(words, in: followed.home)
            #expect(text.status == .done && text.output.isEmpty && text.errors == nothing, "\(text)")
            let json = try await CommandRun(words + ["--json"], in: followed.home)
            #expect(json.output.isEmpty && json.errors.isEmpty, "\(json)")
        }
    }

    @Test("Without sources, search and fill say how to add one, and a wrong topic is all that is wrong with a timeline")
    func noSources() async throws {
        let home = try TemporaryDirectory()
        let nothing = Localizer.english(Message("nothingFollowed")) + "\n"
        let search = try await CommandRun("search", "line", in: home)
        #expect(search.errors == nothing, "\(search)")
        let fill = try await CommandRun("fill", in: home)
        #expect(fill.status == .done && fill.errors.hasPrefix(nothing), "\(fill)")
        let timeline = try await CommandRun("timeline", "--topic", "Nope", in: home)
        #expect(timeline.lines.isEmpty && timeline.errors.hasPrefix("fiber: There is no topic “Nope”"), "\(timeline)")
    }

    @Test("The help of search names all properties and ranges, and each is a term of a query")
    func searchHelp() async throws {
        let home = try TemporaryDirectory()
        let help = try await CommandRun("search", "--help", in: home).output
        for field in ["person:", "label:", "site:", "lang:"] { #expect(help.contains(" \(field)"), "\(help)") }
        let terms = help.matches(of: /(?:is|has|score|likes|boosts|replies|age|date):\S+/).map { String($0.output) }
        #expect(Set(terms).isSuperset(of: ["is:quote", "has:quote", "has:note", "replies:>10"]), "\(help)")
        let search = try await CommandRun(["search"] + terms, in: home)
        #expect(search.status == .done, "\(search)")
    }

    @Test("A list that ends at its limit says on standard error how many items it leaves out, if that is known")
    func limit() async throws {
        let followed = try await refreshed()
        let more = Localizer.english(Message("listLeavesOut", ["count": 1])) + "\n"
        let unknown = Localizer.english(Message("listEndsAtLimit", ["limit": 2])) + "\n"
        for (arguments, errors) in [
            (["timeline"], more), (["search", "line"], more), (["timeline", "--since", "2026-11-01"], unknown),
            (["timeline", "--json"], ""), (["search", "line", "--json"], ""),
            (["search", "line", "--fields", "id"], ""),
        ] {
            let run = try await CommandRun(arguments + ["--limit", "2"], in: followed.home)
            #expect(run.status == .done && run.errors == errors, "\(arguments): \(run)")
            let whole = try await CommandRun(arguments + ["--limit", "4"], in: followed.home)
            #expect(whole.errors.isEmpty, "\(arguments): \(whole)")
        }
        let exact = try await followed.run("timeline", "--limit", "3")
        #expect(exact.errors.isEmpty, "\(exact)")
    }

    @Test("If rules hide all items, standard error says how many there are")
    func hidden() async throws {
        let followed = try await refreshed()
        _ = try await followed.run("rules", "add", "x", "line")
        let run = try await followed.run("timeline", "--source", "A", "--json")
        #expect(run.status == .done && run.output.isEmpty, "\(run)")
        #expect(run.errors == Localizer.english(Message("searchHides", ["count": 3])) + "\n", "\(run)")
        let all = try await followed.run("timeline", "--source", "A", "--filter", "off")
        #expect(all.lines.count == 3 && all.errors.isEmpty, "\(all)")
    }
}
