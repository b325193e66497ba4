import EngineConcepts
import ScenarioServer
import Storage
import TerminalTestSupport
import Testing

@Suite("Topics, rules and search of the built program", .ownThread, .serialized)
struct TopicCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Serves eight feeds, in folders of two, and follows them.
    private func withEightFeeds(_ body: (ScenarioServer) async throws -> Void) async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0..<8 { server.script("/\(index)", Feeds.scenario(index, items: 10)) }
            for folder in 0..<4 {
                let addresses = [2 * folder, 2 * folder + 1].map { server.url("/\($0)") }
                let added = try await home.fiber(["add", "--topic", "Folder \(folder)"] + addresses)
                #expect(added.status == 0, "\(added.errors)")
            }
            #expect(try await home.fiber("refresh").status == 0)
            try await body(server)
        }
    }

    private func titles(_ arguments: String...) async throws -> [String] {
        let outcome = try await home.fiber(["timeline", "--json", "--limit", "500"] + arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.objects.compactMap { $0["title"] as? String }
    }

    @Test("Topics come from folders and queries, and appear in the timeline and its JSON")
    func topics() async throws {
        try await withEightFeeds { _ in
            #expect(try await titles("--topic", "Folder 1").count == 20)
            let added = try await home.fiber("topics", "add", "Third", "title:\"item 3\"")
            #expect(added.status == 0 && added.output == "Topic “Third” added. 8 items belong to it.\n", "\(added)")
            #expect(try await titles("--topic", "third").count == 8)
            #expect(try await titles("--topic", "Third", "--topic", "Folder 0").count == 26)
            #expect(try await titles("--topic", "Third", "--topic", "Folder 0", "--combine", "all").count == 2)
            let line = try #require(
                try await home.fiber("timeline", "--json", "--topic", "Third", "--limit", "1").objects.first)
            #expect((line["topics"] as? [String])?.count == 2 && (line["topics"] as? [String])?.last == "Third")
            let list = try await home.fiber("topics")
            #expect(list.output.split(separator: "\n").count == 5)
            #expect(list.output.hasSuffix("\nThird  8 unread of 8  title:\"item 3\"\n"), "a new topic is the last")
            #expect(try await home.fiber("timeline", "--topic", "Nothing").status == 1)
            let changed = try await home.fiber("topics", "add", "Third", "title:\"item 4\"").output
            let former = "Existing topic “Third” changed (was: title:\"item 3\")."
            #expect(changed == "\(former) 8 items belong to it.\n", "\(changed)")
            let ofQuery = try await home.fiber("search", "topic:third")
            #expect(ofQuery.errors.contains("No source belongs to the topic “third”; it has a query."), "\(ofQuery)")
            let misspelt = try await home.fiber("search", "topic:\"Folder 1\" OR topic:nosuch OR source:nosuch")
            #expect(misspelt.errors.contains("There is no topic “nosuch”."), "\(misspelt)")
            #expect(misspelt.errors.contains("There is no source “nosuch”."))
            #expect(misspelt.errors.split(separator: "\n").count == 2)
            let taken = try await home.fiber("topics", "rename", "third", "Folder 1")
            #expect(taken.status == 1 && taken.errors.contains("“Folder 1” exists already"), "\(taken)")
            let renamed = try await home.fiber("topics", "rename", "third", "Fourth")
            #expect(renamed.output == "Renamed “Third” to “Fourth”.\n", "\(renamed)")
            #expect(try await titles("--topic", "Fourth").count == 8)
            let removed = try await home.fiber("topics", "remove", "Fourth").output
            let command = "fiber topics add Fourth 'title:\"item 4\"'"
            let advice = "This command brings it back, as the last topic:\n  \(command)\n"
            #expect(removed == "Topic “Fourth” removed (was: title:\"item 4\").\n\(advice)", "\(removed)")
            #expect(try await home.fiber("topics").output.split(separator: "\n").count == 4)
        }
    }

    @Test("Of a topic with many sources, the first ones are named and the others counted; its JSON has all")
    func manySources() async throws {
        let lines = (1...9).map { "https://s.example/\($0) \($0 < 7 ? "Few " : "")Many \"~S\($0)\"\n" }
        try home.write(lines.joined(), to: "urls")
        #expect(try await home.fiber("import", home.path + "/urls").status == 0)
        let list = try await home.fiber("topics").output
        #expect(list.contains("Many  0 unread of 0  S1, S2, S3, S4, S5, … and 4 more\n"), "\(list)")
        let topics = try await home.fiber("topics", "--json").objects
        let counts = topics.compactMap { ($0["sources"] as? [String])?.count }
        #expect(counts.sorted() == [6, 9], "\(topics)")
        #expect(list.contains("Few  0 unread of 0  S1, S2, S3, S4, S5, S6\n"), "six names are no longer than the words")
    }

    @Test("A change of a topic says what it was before, and its removal names all sources that lose it")
    func topicOfSources() async throws {
        let lines = (1...7).map { "https://s.example/\($0) Racing \"~S\($0)\"\n" }
        try home.write(lines.joined(), to: "urls")
        #expect(try await home.fiber("import", home.path + "/urls").status == 0)
        let changed = try await home.fiber("topics", "add", "racing", "race").output
        #expect(changed == "Existing topic “Racing” changed (was: 7 sources). 0 items belong to it.\n")
        let removed = try await home.fiber("topics", "remove", "racing").output
        let sources = "S1, S2, S3, S4, S5, S6, S7 no longer belong to it.\n"
        #expect(removed.hasPrefix("Topic “Racing” removed (was: race). \(sources)"), "\(removed)")
        #expect(try await home.fiber("rules", "add", "quiet", "race").status == 0)
        #expect(try await home.fiber("rules", "remove", "quiet").output == "Rule “quiet” removed.\n")
    }

    @Test("The commands that the removal of topics prints bring them back with query, languages, sources and pin")
    func broughtBack() async throws {
        let sources = [("S1", "\"Racing\", \"It's\""), ("S2", "\"Racing\", \"Pins\"")]
            .map { name, topics in
                """
                [[source]]
                id = "feed:\(name)"
                url = "https://s.example/\(name)"
                name = "\(name)"
                topics = [\(topics)]

                """
            }
        let topics = """
            [[topic]]
            name = "Racing"
            query = '-rain title:"item 3"'
            languages = ["en", "es"]
            pinned = true

            [[topic]]
            name = "Pins"
            pinned = true

            """
        try home.write(sources.joined() + topics, to: ".config/fiber/library.toml")
        func list() async throws -> Set<Substring> {
            Set(try await home.fiber("topics", "--json").output.split(separator: "\n"))
        }
        let before = try await list()
        #expect(before.count == 3)
        let removed = try await home.fiber("topics", "remove", "Racing", "It's", "Pins")
        #expect(try await list().isEmpty, "\(removed)")
        let commands = removed.output.split(separator: "\n").filter { $0.hasPrefix("  fiber ") }
        #expect(commands.count == 6, "\(removed)")
        for command in commands {
            let outcome = try await home.shell(String(command))
            #expect(outcome.status == 0, "\(command): \(outcome)")
        }
        #expect(try await list() == before, "\(removed)")
        let library = try home.read(".config/fiber/library.toml")
        #expect(library.matches(of: /pinned = true/).count == 2, "\(library)")
    }

    @Test("A topic is brought back if its name and its query begin with a minus, and none to which nothing can belong")
    func broughtBackWithMinus() async throws {
        let topics = """
            [[source]]
            id = "feed:S"
            url = "https://s.example/f"
            name = "S"
            topics = ["-dry"]

            [[topic]]
            name = "-dry"
            query = "-rain"
            languages = ["en"]

            [[topic]]
            name = "Nothing"
            pinned = true

            """
        try home.write(topics, to: ".config/fiber/library.toml")
        let before = try await home.fiber("topics", "--json").output.split(separator: "\n")
        let removed = try await home.fiber("topics", "remove", "Nothing", "--", "-dry")
        let commands = removed.output.split(separator: "\n").filter { $0.hasPrefix("  fiber ") }
        #expect(
            commands == [
                "  fiber topics add --language en -- -dry -- -rain", "  fiber source set feed:S --topic=-dry",
            ], "\(removed)")
        for command in commands {
            let outcome = try await home.shell(String(command))
            #expect(outcome.status == 0, "\(command): \(outcome)")
        }
        let after = try await home.fiber("topics", "--json").output.split(separator: "\n")
        #expect(after == before.filter { $0.contains("-dry") }, "\(after)")
    }

    @Test("Pinning alone makes no topic, since one without query, languages and sources does not last")
    func pinningAlone() async throws {
        let missing = try await home.fiber("topics", "add", "Racing", "--pinned")
        #expect(missing.status == 1 && missing.errors.contains("There is no topic “Racing”"), "\(missing)")
        let nothing = try await home.fiber("topics", "add", "Racing")
        #expect(nothing.status == 2 && nothing.errors.contains("Give a query or a --language"), "\(nothing)")
        #expect(try await home.fiber("topics", "add", "Racing", "race").status == 0)
        let pinned = try await home.fiber("topics", "add", "racing", "--pinned")
        #expect(pinned.output.hasPrefix("Existing topic “Racing” changed (was: race)."), "\(pinned)")
        let library = try home.read(".config/fiber/library.toml")
        #expect(library.contains("pinned = true") && library.contains("query = "), "\(library)")
    }

    @Test("Of a topic whose query names itself, the warning is that no source belongs to it, not that it is missing")
    func topicOfItself() async throws {
        let added = try await home.fiber("topics", "add", "loop", "topic:loop")
        #expect(added.status == 0 && !added.errors.contains("There is no topic"), "\(added)")
        #expect(added.errors.contains("No source belongs to the topic “loop”; it has a query."), "\(added)")
        let missing = try await home.fiber("topics", "add", "first", "topic:second")
        #expect(missing.errors.contains("There is no topic “second”."), "\(missing)")
    }

    @Test("A language that no source states is printed as detected, and scores of JSON Lines are printed")
    func detectedLanguage() async throws {
        let spanish =
            "La noche de Le Mans se corre con los oídos: cada motor tiene su curva, y quien escucha sabe quién viene detrás."
        try home.write(
            """
            {"title":"Noche","text":"\(spanish)","time":"2026-11-20T10:00:00Z","score":214,"replies":3}
            {"title":"Stated","text":"\(spanish)","time":"2026-11-20T09:00:00Z","language":"gl","score":7}
            {"title":"Short","text":"Ok.","time":"2026-11-20T08:00:00Z"}

            """, to: "lines.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/lines.jsonl").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        let lines = try await home.fiber("timeline", "--json").objects.filter { $0["type"] as? String == "ticket" }
        #expect(lines.map { $0["language"] as? String } == ["es", "gl", nil])
        #expect(lines.map { $0["languageDetected"] as? Bool } == [true, false, false])
        #expect(lines.map { $0["score"] as? Int } == [214, 7, nil] && lines.first?["replies"] as? Int == 3)
        let found = try await home.fiber("search", "score:>100", "--json").objects
        #expect(found.map { $0["title"] as? String } == ["Noche"])
    }

    @Test("A topic of a language alone has the items that a search for the language finds; a made-up code is refused")
    func topicOfLanguage() async throws {
        try home.write(
            """
            {"title":"Stated","time":"2026-11-20T09:00:00Z","language":"gl","id":"1"}
            {"title":"Ok","time":"2026-11-20T08:00:00Z","id":"2"}

            """, to: "lines.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/lines.jsonl").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("search", "lang:gl", "--json").objects.count == 1)
        let added = try await home.fiber("topics", "add", "Galician", "--language", "GL")
        #expect(added.status == 0 && added.output == "Topic “Galician” added. 1 item belongs to it.\n", "\(added)")
        let ofQuery = try await home.fiber("topics", "add", "Short", "ok", "--language", "gl")
        #expect(ofQuery.output == "Topic “Short” added. 1 item belongs to it.\n", "the language of “Ok” is unknown")
        for code in ["xx", "xx-ES"] {
            let refused = try await home.fiber("topics", "add", "None", "--language", code)
            #expect(refused.status == 2, "\(refused)")
            #expect(refused.errors.contains("“\(code)” is not the code of a language"), "\(refused)")
        }
        #expect(try await home.fiber("topics", "add", "Rare", "--language", "gsw").status == 0)
    }

    @Test("A rule can be tested, added, looked through, and removed")
    func rules() async throws {
        try await withEightFeeds { _ in
            let trial = try await home.fiber("rules", "test", "title:item title:3")
            #expect(trial.status == 0, "\(trial.errors)")
            #expect(trial.output.hasPrefix("would hide 8 of 80, these:\n"), "\(trial.output)")
            #expect(try await titles().count == 80)
            #expect(try await home.fiber("rules", "add", "threes", "title:item", "title:3").status == 0)
            #expect(try await titles().count == 72)
            #expect(try await titles("--filter", "off").count == 80)
            let changed = try await home.fiber("rules", "add", "threes", "title:3")
            #expect(
                changed.output.hasPrefix("Rule “threes” changed (was: hide, title:(item 3)). The rule"), "\(changed)")
            let same = try await home.fiber("rules", "add", "threes", "title:3")
            #expect(same.output.hasPrefix("The rule “threes” applies to 8"), "\(same)")
            #expect(try await home.fiber("rules", "add", "threes", "title:item", "title:3").status == 0)
            let again = try await home.fiber("rules", "test", "threes", "--json")
            #expect(try again.objects.last?["matched"] as? Int == 8)
            let search = try await home.fiber("search", "title:3", "--json")
            #expect(try search.objects.isEmpty && search.errors.hasPrefix("8 hidden by the filter"), "\(search.errors)")
            #expect(try await home.fiber("search", "title:3", "--json", "--filter", "off").objects.count == 8)
            #expect(try await home.fiber("rules", "add", "all", "title:item").status == 0)
            let hidden = try await home.fiber("timeline")
            #expect(hidden.errors.contains("80 hidden by the filter"), "\(hidden)")
            #expect(try await home.fiber("rules", "remove", "all").status == 0)
            #expect(!(try await home.fiber("timeline").errors.contains("hidden by the filter")))
            #expect(try await home.fiber("rules", "disable", "threes").status == 0)
            #expect(try await titles().count == 80)
            #expect(try await home.fiber("rules", "enable", "threes").status == 0)
            #expect(try await home.fiber("rules").output.hasPrefix("threes  hide  title:(item 3)  8 items\n"))
            let renamed = try await home.fiber("rules", "rename", "threes", "no threes")
            #expect(renamed.output == "Renamed “threes” to “no threes”.\n", "\(renamed)")
            #expect(try await titles().count == 72)
            #expect(try await home.fiber("rules", "remove", "no threes").status == 0)
            #expect(try await titles().count == 80)
        }
    }

    @Test("A wrong query ends with status 2 and names the place")
    func wrongQuery() async throws {
        let search = try await home.fiber("search", "\"le mans\" lang:")
        #expect(search.status == 2)
        #expect(
            search.errors == """
                fiber: The query is not valid: expected a value after “lang:”. Write it directly after \
                the colon, such as lang:en.
                  "le mans" lang:
                                 ^

                """, "\(search.errors)")
        #expect(try await home.fiber("rules", "test", "title:(").status == 2)
    }

    @Test("A topic that is changed keeps its query, its languages and its pin if they are not given")
    func changedTopic() async throws {
        try home.write(
            "[[topic]]\nname = \"Tx\"\nquery = \"rain\"\npinned = true\n", to: ".config/fiber/library.toml")
        #expect(try await home.fiber("topics", "add", "Tx", "--language", "de").status == 0)
        #expect(try await home.fiber("topics", "add", "Tx", "monaco").status == 0)
        let topic = try #require(try await home.fiber("topics", "--json").objects.first)
        #expect(topic["query"] as? String == "monaco" && topic["languages"] as? [String] == ["de"], "\(topic)")
        #expect(try home.read(".config/fiber/library.toml").contains("pinned = true"))
        #expect(try await home.fiber("topics", "add", "Tx", "--language", "es").status == 0)
        let last = try #require(try await home.fiber("topics", "--json").objects.first)
        #expect(last["query"] as? String == "monaco" && last["languages"] as? [String] == ["es"], "\(last)")
    }

    @Test("A name in another case is that of the topic, in commands and in imported lists")
    func namesInAnotherCase() async throws {
        #expect(try await home.fiber("topics", "add", "ZZ", "rain").status == 0)
        let changed = try await home.fiber("topics", "add", "zz", "snow")
        #expect(changed.status == 0 && changed.output.contains("ZZ"), "\(changed)")
        #expect(try await home.fiber("topics", "add", "Other", "hail").status == 0)
        #expect(try await home.fiber("topics", "rename", "Other", "zz").status == 1)
        try home.write(
            """
            <opml version="2.0"><body><outline text="zZ"><outline text="A" xmlUrl="https://a.example/f"/></outline>
            <outline text="Tech"><outline text="B" xmlUrl="https://b.example/f"/></outline>
            <outline text="tech"><outline text="C" xmlUrl="https://c.example/f"/></outline></body></opml>
            """, to: "in.opml")
        #expect(try await home.fiber("import", home.path + "/in.opml").status == 0)
        let topics = try await home.fiber("topics", "--json").objects
        #expect(Set(topics.compactMap { $0["name"] as? String }) == ["ZZ", "Other", "Tech"], "\(topics)")
        #expect(topics.first { $0["name"] as? String == "ZZ" }?["query"] as? String == "snow", "\(topics)")
    }

    @Test("A query can begin with a minus, with or without --, but an unknown option is refused")
    func minus() async throws {
        #expect(try await home.fiber("search", "-apple", "--json").status == 0)
        #expect(try await home.fiber("search", "--", "-apple").status == 0)
        #expect(try await home.fiber("topics", "add", "Rest", "-apple").status == 0)
        #expect(try await home.fiber("topics").output.hasSuffix("  -apple\n"))
        let typo = try await home.fiber("search", "--jsno", "apple")
        #expect(typo.status == 2 && typo.errors.contains("There is no option --jsno."), "\(typo.errors)")
    }

    @Test("Wrong option values are refused")
    func senseless() async throws {
        let expired = try await home.fiber("rules", "add", "old", "pear", "--until", "2020-01-01")
        #expect(expired.status == 2 && expired.errors.contains("is past"), "\(expired.errors)")
        #expect(try await home.fiber("search", "apple", "--limit", "0").status == 2)
        #expect(try await home.fiber("timeline", "--limit", "0").status == 2)
    }

    @Test("Removing the last source of a topic warns of the rules that name the topic")
    func removedSource() async throws {
        try home.write(
            """
            [[source]]
            id = "file:notes"
            url = "file:/notes.jsonl"
            name = "Notes"
            topics = ["Pit"]

            [[rule]]
            name = "lane"
            query = "topic:Pit"

            """, to: ".config/fiber/library.toml")
        let removed = try await home.fiber("remove", "Notes")
        #expect(removed.status == 0 && removed.output.hasPrefix("Removed Notes."), "\(removed)")
        #expect(
            removed.errors.contains("There is no topic “Pit”. It is still named by: rule “lane”."), "\(removed.errors)")
    }

    @Test("A topic with a wrong query is reported where it is used, and a rule's source is printed by name")
    func wrongTopic() async throws {
        try home.write(
            """
            [[source]]
            id = "feed:a"
            url = "http://127.0.0.1:9/a.xml"
            name = "Paper A"
            paused = true

            [[topic]]
            name = "Broken"
            query = "lang:"

            [[rule]]
            name = "pears"
            query = "pear"
            source = "feed:a"

            [[rule]]
            name = "past"
            query = "pear"
            until = 2020-01-01T00:00:00Z

            """, to: ".config/fiber/library.toml")
        let refused = try await home.fiber("timeline", "--topic", "Broken")
        #expect(refused.status == 3 && refused.errors.contains("library.toml:9:15"), "\(refused.errors)")
        let rules =
            "pears  hide  pear  from Paper A  0 items\npast  hide  pear  until 2020-01-01T00:00:00Z  expired\n"
        #expect(try await home.fiber("rules").output == rules)
        let topics = try await home.fiber("topics").output
        #expect(topics.hasPrefix("Broken  off: expected a value after “lang:”"), "\(topics)")
        #expect(topics.hasSuffix(" (line 9, column 15)\n"), "\(topics)")
    }

    @Test("Topics are listed in the order of their keys: pinned ones first")
    func keyOrder() async throws {
        let topics = ["One", "Two", "Six"].map { "[[topic]]\nname = \"\($0)\"\nquery = \"text\"\n" }
        try home.write(
            topics.joined(separator: "\n") + "pinned = true\n", to: ".config/fiber/library.toml")
        let names = try await home.fiber("topics").output.split(separator: "\n").map { $0.prefix(3) }
        #expect(names == ["Six", "One", "Two"])
        let objects = try await home.fiber("topics", "--json").objects
        #expect(objects.compactMap { $0["name"] as? String } == ["Six", "One", "Two"])
    }

    @Test("A wrong rule in library.toml is reported with its place, and everything else works")
    func wrongRule() async throws {
        try home.write(
            """
            [[topic]]
            name = "Good"
            query = "text"

            [[rule]]
            name = "bad"
            query = "/(/"

            """, to: ".config/fiber/library.toml")
        let outcome = try await home.fiber("topics")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("library.toml:7:1"), "\(outcome.errors)")
        #expect(outcome.errors.contains("The rule is off."))
        #expect(outcome.output.hasPrefix("Good  "))
        let list = try await home.fiber("rules")
        #expect(list.output.hasPrefix("bad  off: ") && list.output.hasSuffix(" (line 7, column 10)\n"), "\(list)")
        let line = try #require(try await home.fiber("rules", "--json").objects.first)
        #expect(line["name"] as? String == "bad" && line["enabled"] as? Bool == false && line["line"] as? Int == 7)
        #expect(try await home.fiber("doctor").status == 3)
    }

    @Test("A topic that a rule refers to cannot be removed")
    func neededTopic() async throws {
        #expect(try await home.fiber("topics", "add", "Tx", "text").status == 0)
        let library = try home.read(".config/fiber/library.toml")
        try home.write(
            library + "\n[[rule]]\nname = \"dep\"\noff-topic = \"Tx\"\n", to: ".config/fiber/library.toml")
        let refused = try await home.fiber("topics", "remove", "Tx")
        #expect(refused.status == 1, "The file is valid. \(refused)")
        #expect(refused.errors.contains("The rule “dep” is about the topic “Tx”."), "\(refused.errors)")
        #expect(!refused.errors.contains("library.toml"), "\(refused.errors)")
        #expect(try await home.fiber("topics").output.hasPrefix("Tx  "))
    }

    @Test("A topic that a query names cannot be removed, nor renamed to a name that no query can contain")
    func namedTopic() async throws {
        #expect(try await home.fiber("topics", "add", "Tx", "text").status == 0)
        #expect(try await home.fiber("topics", "add", "Mine", "topic:Tx rain").status == 0)
        let removal = try await home.fiber("topics", "remove", "Tx")
        #expect(removal.status == 1, "\(removal)")
        #expect(removal.errors.contains("Queries name the topic “Tx”: topic “Mine”."), "\(removal)")
        let renaming = try await home.fiber("topics", "rename", "Tx", "(")
        #expect(renaming.status == 1 && renaming.errors.contains("“(” cannot be written in a query"), "\(renaming)")
        #expect(try await home.fiber("topics").output.hasPrefix("Tx  "))
        #expect(try await home.fiber("topics", "remove", "Tx", "Mine").status == 0)
    }

    @Test("A topic that is renamed while no Fiber is open stays in the stored view")
    func storedView() async throws {
        #expect(try await home.fiber("topics", "add", "Tx", "text").status == 0)
        let store = try TrackDatabase(path: home.path + "/.local/share/fiber/fiber.sqlite")
        try await store.setSetting("timeline.topics", to: "union\ntopic:Tx")
        #expect(try await home.fiber("topics", "rename", "Tx", "Ty").status == 0)
        #expect(try await store.setting("timeline.topics") == "union\ntopic:Ty")
        try await store.close()
    }

    @Test("On the screen a person can toggle topics, hide a word, see and show hidden tickets, and save a search")
    func screen() async throws {
        try await withEightFeeds { _ in
            _ = try await home.fiber("topics", "add", "Fours", "title:4")
            _ = try await home.fiber("topics", "add", "Fives", "title:5")
            try useTopicsOnScreen()
            let library = try home.read(".config/fiber/library.toml")
            #expect(library.contains("name = \"Sevens\"\nquery = \"title:7\""), "\(library)")
            #expect(library.contains("effect = \"hide\""))
        }
    }

    private func useTopicsOnScreen() throws {
        let terminal = try home.terminal(width: 120)
        try terminal.wait(until: "topics and tickets are there") { $0.contains("5 Fours") && $0.contains("R0 item 0") }
        try terminal.type("5")
        try terminal.wait(until: "only fours") { $0.contains("R0 item 4") && !$0.contains("item 3") }
        try terminal.type("6")
        try terminal.wait(until: "fives too") { $0.contains("item 5") }
        try terminal.type("0")
        try terminal.wait(for: "R0 item 1")
        try terminal.type("ghitem")
        try terminal.wait(for: "would hide 80 of 80")
        try terminal.type("\u{15}title:3")
        try terminal.wait(for: "would hide 8 of 80")
        try terminal.type("\r")
        // The bar uses words only if the topic names leave room for them.
        try terminal.wait(until: "the bar says how many") { $0.contains("◉ 8") || $0.contains("· 8 hidden") }
        try terminal.type("X")
        try terminal.wait(for: "8 items hidden by 1 rule")
        try terminal.type("jh")
        try terminal.wait(for: "7 items hidden by 1 rule")
        try terminal.type("q")
        try terminal.wait(until: "the bar says how many") { $0.contains("◉ 7") || $0.contains("· 7 hidden") }
        try terminal.type("/title:7")
        try terminal.wait(for: "8 matches")
        try terminal.type("\u{13}\u{15}Sevens\r")
        try terminal.wait(for: "Topic “Sevens” added")
        try terminal.type("\r")
        try terminal.wait(until: "the timeline is at the match") { $0.contains("Folder 0 · Sevens") }
        try terminal.quit()
    }
}
