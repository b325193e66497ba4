import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Foundation
import Queries
import TestSupport
import Testing

@Suite("Topics and rules in the library's file")
struct TopicsAndRulesTests {
    private let directory: TemporaryDirectory
    private let file: LibraryFile

    init() throws {
        directory = try TemporaryDirectory()
        file = LibraryFile(path: directory.path + "/library.toml")
    }

    private func query(_ text: String) throws -> Query { try Query(parsing: text) }

    @Test(
        "A rule's last day, or a time without an offset, is in UTC",
        arguments: [
            ("2026-11-22", "2026-11-22T00:00:00Z"), ("2026-11-22T10:00:00", "2026-11-22T10:00:00Z"),
            ("\"2026-11-22\"", "2026-11-22T00:00:00Z"), ("\"2026-11-22T10:00:00+02:00\"", "2026-11-22T08:00:00Z"),
        ])
    func timesWithoutOffset(written: String, time: String) throws {
        let path = try directory.write("[[rule]]\nname = \"a\"\nquery = \"f1\"\nuntil = \(written)\n", to: "a.toml")
        #expect(try LibraryFile(path: path).read().rules.first?.expires?.rfc3339 == time)
    }

    @Test("Topics and rules are read back in their order")
    func roundTrip() throws {
        let topics = [
            Topic(name: "WEC", query: try query("wec OR \"le mans\""), languages: ["en", "es"]),
            Topic(name: "F1 \"live\"", query: try query("f1"), isPinned: true),
        ]
        let until = try #require(Timestamp(rfc3339: "2026-11-22T10:00:00Z"))
        let rules = [
            Rule(name: "rumours", query: try query("title:/transfer|rumou?r/")),
            Rule(name: "off-topic", subject: .offTopic("WEC"), effect: .muffle, scope: .topic("WEC"), expires: until),
            Rule(name: "quiet", query: try query("is:boost"), effect: .notify, scope: .supplier("feed:a")),
        ]
        _ = try file.update { library in
            library.put(SourceDescription(id: "feed:a", address: "https://a.example/feed", topics: ["World"]))
            for topic in topics { library.put(topic) }
            for rule in rules { library.put(rule) }
        }
        let library = try file.read()
        #expect(library.topics == topics)
        #expect(library.rules == rules)
        #expect(library.warnings == [])
        #expect(library.allTopics.map(\.name) == ["WEC", "F1 \"live\"", "World"])
        #expect(library.allTopics.last?.suppliers == ["feed:a"])
    }

    @Test("Removing what an import has added keeps what was added since, and the topics that were changed since")
    func additions() throws {
        let former = Library(sources: [SourceDescription(id: "feed:a", address: "https://a.example/feed")])
        var library = former
        library.put(SourceDescription(id: "feed:b", address: "https://b.example/feed"))
        let dry = Topic(name: "Dry", query: try query("sun"))
        let hot = Topic(name: "Hot", query: try query("heat"))
        _ = library.add([Topic(name: "Wet", query: try query("rain")), dry, hot])
        let additions = LibraryAdditions(to: library, since: former)
        #expect(additions.queryTopicCount == 3)
        library.put(Topic(name: "Wet", query: try query("snow")))
        library.put(Topic(name: "Dry", query: dry.query, isPinned: true))
        library.put(SourceDescription(id: "feed:c", address: "https://c.example/feed"))
        library.remove(additions)
        #expect(library.sources.map(\.id) == ["feed:a", "feed:c"])
        #expect(library.topics.map(\.name) == ["Wet", "Dry"])
    }

    @Test("Sources of an import come last, and one that is followed already only gains topics")
    func addedSources() {
        var library = Library(sources: [
            SourceDescription(id: "feed:a", address: "https://a.example/feed", topics: ["Wet"])
        ])
        library.add([
            SourceDescription(id: "feed:x", address: "https://b.example/feed", topics: ["wet", "Dry", "dry"]),
            SourceDescription(id: "feed:y", address: "https://a.example/feed", topics: ["wet", "Dry"]),
        ])
        #expect(library.sources.map(\.address) == ["https://a.example/feed", "https://b.example/feed"])
        #expect(library.sources.map(\.topics) == [["Wet", "Dry"], ["Wet", "Dry"]])
    }

    @Test("An added topic gets a number behind a name that a different one has, and is not added again")
    func addedNames() throws {
        var library = Library()
        library.put(SourceDescription(id: "feed:a", address: "https://a.example/feed", topics: ["snow"]))
        let added = [
            Topic(name: "Snow", query: try query("snow")), Topic(name: "rain", query: try query("rain")),
            Topic(name: "Snow", query: try query("ice")),
        ]
        let names = library.add(added)
        #expect(names == ["Snow 2", "rain", "Snow 3"])
        #expect(Set(library.allTopics.map(\.name)) == ["snow", "Snow 2", "rain", "Snow 3"])
        let once = library
        let again = library.add(added)
        #expect(again == names && library == once)
    }

    @Test("A topic whose name differs only in case from another's changes that one, which keeps its name")
    func namesInAnotherCase() throws {
        let snow = try query("snow")
        var library = Library()
        library.put(SourceDescription(id: "feed:a", address: "https://a.example/feed", topics: ["World"]))
        library.put(Topic(name: "ZZ", query: try query("rain")))
        library.put(Topic(name: "zz", query: snow))
        library.put(Topic(name: "world", query: try query("news")))
        #expect(library.allTopics.map(\.name) == ["ZZ", "World"])
        #expect(library.topic("ZZ")?.query == snow)
        library.put(Topic(name: "zz", query: snow), replacing: "ZZ")
        #expect(library.allTopics.map(\.name) == ["zz", "World"], "it can be renamed so")
    }

    @Test("A topic that only sources name can be pinned")
    func pinnedFolder() throws {
        _ = try file.update { library in
            library.put(SourceDescription(id: "feed:a", address: "https://a.example/feed", topics: ["World"]))
            library.put(Topic(name: "World", suppliers: ["feed:a"], isPinned: true))
        }
        let pinned = Topic(name: "World", suppliers: ["feed:a"], isPinned: true, isAutomatic: true)
        #expect(try file.read().allTopics == [pinned])
    }

    @Test(
        "The place of what is wrong in a query is its place in the file, however the text is quoted",
        arguments: [
            (#"query = "f1 lang:""#, 3, 18), (#"query = 'f1 lang:'"#, 3, 18), (#"  query   =   "lang:""#, 3, 21),
            (#"query = "\"le\tmans\" lang:""#, 3, 28), (#"query = "\u00e9t\U000000e9 lang:""#, 3, 33),
            ("query = \"\"\"\nf1\n lang:\"\"\"", 5, 7), ("query = \"\"\"f1 \\\n    OR \\\n\n  lang:\"\"\"", 6, 8),
            ("query = \'\'\'\nf1 \\x\n lang:\'\'\'", 5, 7),
        ])
    func place(line: String, at row: Int, _ column: Int) throws {
        let path = try directory.write("[[topic]]\nname = \"Bad\"\n\(line)\n", to: "place.toml")
        let warning = try #require(LibraryFile(path: path).read().warnings.first)
        let text = warning.message.english
        #expect(text.hasPrefix("\(path):\(row):\(column): expected a value after “lang:”"), "\(text)")
    }

    @Test("An invalid language code is reported with its line and disables the topic")
    func wrongLanguage() throws {
        let path = try directory.write(
            """
            [[topic]]
            name = "Races"
            query = "race"
            languages = ["en", "english"]

            [[topic]]
            name = "Carreras"
            query = "carrera"
            languages = ["ES", "pt_BR"]

            """, to: "languages.toml")
        let library = try LibraryFile(path: path).read()
        #expect(library.topics.map(\.languages) == [["es", "pt-br"]])
        let warning = try #require(library.warnings.first)
        let words = warning.message.english
        #expect(words.hasPrefix("\(path):4:") && words.contains("“english”"), "\(words)")
    }

    @Test("An invalid query is reported with line and column and disables only its topic")
    func wrongQuery() throws {
        let path = try directory.write(
            """
            [[source]]
            id = "a"
            url = "https://a.example/feed"

            [[topic]]
            name = "Good"
            query = "f1"

            [[topic]]
            name = "Bad"
            query = "\\"le mans\\" lang:"

            [[rule]]
            name = "no effect"
            query = "f1"
            effect = "explode"

            [[rule]]
            name = "nowhere"
            off-topic = "Nothing"

            [[rule]]
            name = "fine"
            query = 'title:/rumou?r/'
            until = 2026-11-22T10:00:00Z

            """, to: "wrong.toml")
        let library = try LibraryFile(path: path).read()
        #expect(library.sources.count == 1)
        #expect(library.topics.map(\.name) == ["Good"])
        #expect(library.rules.map(\.name) == ["fine"])
        #expect(library.rules.first?.expires == Timestamp(rfc3339: "2026-11-22T10:00:00Z"))
        #expect(library.warnings.count == 3)
        #expect(library.warnings.allSatisfy { $0.turnsSomethingOff })
        // The value is missing at the query's 16th character, after two escaped quotes.
        #expect(library.warnings.first?.message.english.hasPrefix("\(path):11:") == true, "\(library.warnings)")
        #expect(library.warnings.first?.message.english.contains("expected a value after “lang:”") == true)
        #expect(
            library.warnings.dropFirst().first?.message.english.hasPrefix("\(path):16:10:") == true,
            "\(library.warnings)")
        #expect(library.warnings.last?.message.english.hasPrefix("\(path):20:13:") == true, "\(library.warnings)")
    }

    @Test("A change keeps comments, the spelling of queries, and invalid parts")
    func keepsWhatIsTheUsers() throws {
        let text = """
            # mine

            # the best one
            [[topic]]
            name = "F1"
            query = 'f1   OR   "formula 1"'  # as I like it
            colour = "red"

            [[topic]]
            name = "Bad"
            query = "lang:"

            # no rumours
            [[rule]]
            name = "rumours"
            query = "rumour"

            """
        let path = try directory.write(text, to: "mine.toml")
        let file = LibraryFile(path: path)
        let added = try query("le mans")
        _ = try file.update { library in
            library.put(Topic(name: "WEC", query: added))
            guard var rule = library.rule("rumours") else { return }
            rule.isEnabled = false
            library.put(rule)
        }
        let changed =
            text.replacing(
                "query = \"rumour\"\n", with: "query = \"rumour\"\nenabled = false\n"
            )
            .replacing(
                "colour = \"red\"\n\n", with: "colour = \"red\"\n\n[[topic]]\nname = \"WEC\"\nquery = \"le mans\"\n\n")
        #expect(try directory.read("mine.toml") == changed)
        _ = try file.update { library in
            library.removeTopic("WEC")
            guard var rule = library.rule("rumours") else { return }
            rule.isEnabled = true
            library.put(rule)
        }
        #expect(try directory.read("mine.toml") == text)
    }

    @Test("A misspelt key of a rule is reported with line and column and disables the rule")
    func misspeltKey() throws {
        let path = try directory.write(
            """
            [[rule]]
            name = "for a day"
            query = "f1"
            untill = 2026-11-22T10:00:00Z

            [[rule]]
            name = "fine"
            query = "wec"

            """, to: "misspelt.toml")
        let library = try LibraryFile(path: path).read()
        #expect(library.rules.map(\.name) == ["fine"])
        let warning = try #require(library.warnings.first)
        #expect(library.warnings.count == 1 && warning.turnsSomethingOff && warning.name == "for a day")
        #expect(warning.message.english.hasPrefix("\(path):4:1: A rule has no key “untill”"), "\(warning)")
    }

    @Test("A rule about a topic that is off says so")
    func ruleOfTopicThatIsOff() throws {
        let path = try directory.write(
            """
            [[topic]]
            name = "Bad"
            query = "lang:"

            [[rule]]
            name = "only"
            off-topic = "Bad"

            """, to: "off.toml")
        let warnings = try LibraryFile(path: path).read().warnings
        #expect(warnings.count == 2)
        #expect(
            warnings.last?.message.english.hasPrefix("\(path):7:13: The topic “Bad” is off") == true, "\(warnings)")
    }

    @Test("Topics keep their numbers when others arrive, and a new one is the last")
    func numbers() throws {
        let picked = try query("f1")
        func names() throws -> [String] { try file.read().allTopics.map(\.name) }
        _ = try file.update { library in
            library.put(SourceDescription(id: "a", address: "https://a.example/feed", topics: ["Racing", "World"]))
        }
        #expect(try names() == ["Racing", "World"])
        #expect(try file.read().topics == [], "as long as nothing comes between, the file is left as it is")
        _ = try file.update { $0.put(Topic(name: "Made", query: picked)) }
        #expect(try names() == ["Racing", "World", "Made"])
        _ = try file.update { library in
            library.put(SourceDescription(id: "b", address: "https://b.example/feed", topics: ["Zoo"]))
        }
        _ = try file.update { library in
            library.put(SourceDescription(id: "c", address: "https://c.example/feed", topics: ["Art"]))
        }
        #expect(try names() == ["Racing", "World", "Made", "Zoo", "Art"])
        _ = try file.update { $0.put(Topic(name: "Worlds"), replacing: "World") }
        #expect(try names() == ["Racing", "Worlds", "Made", "Zoo", "Art"])
        // A topic without a query goes with its last source.
        _ = try file.update { $0.remove("a") }
        #expect(try names() == ["Made", "Zoo", "Art"])
        #expect(try file.read().warnings == [])
    }

    @Test("A topic that the user wrote stays without sources, and gets others")
    func writtenTopic() throws {
        let path = try directory.write(
            """
            [[source]]
            id = "a"
            url = "https://a.example/feed"
            topics = ["World"]

            # the best one
            [[topic]]
            name = "World"

            """, to: "written.toml")
        let file = LibraryFile(path: path)
        _ = try file.update { $0.remove("a") }
        #expect(try directory.read("written.toml") == "# the best one\n[[topic]]\nname = \"World\"\n")
        let library = try file.read()
        #expect(library.allTopics == [Topic(name: "World")] && library.warnings == [])
        _ = try file.update { library in
            library.put(SourceDescription(id: "b", address: "https://b.example/feed", topics: ["World"]))
        }
        #expect(try file.read().allTopics == [Topic(name: "World", suppliers: ["b"])])
    }

    @Test("A rule about a topic without sources is off, and a source that would empty a rule's topic stays")
    func rulesOfEmptyTopics() throws {
        let labels = "[[topic]]\nname = \"World\"\n\n[[rule]]\nname = \"only\"\noff-topic = \"World\"\n"
        let source = "[[source]]\nid = \"a\"\nurl = \"https://a.example/feed\"\ntopics = [\"World\"]\n\n"
        let path = try directory.write(source + labels, to: "needed.toml")
        let error = try #require(throws: ConfigurationError.self) {
            _ = try LibraryFile(path: path).update { $0.remove("a") }
        }
        #expect(error.code == .needed)
        #expect(try directory.read("needed.toml") == source + labels)
        let file = LibraryFile(path: try directory.write(labels, to: "empty.toml"))
        let library = try file.read()
        #expect(library.rules == [] && library.wrongRules.count == 1)
        let warning = library.warnings.first?.message.english ?? ""
        #expect(warning.contains("Nothing belongs to the topic “World”."), "\(warning)")
        let filled = try file.update { library in
            library.put(SourceDescription(id: "a", address: "https://a.example/feed", topics: ["World"]))
        }
        #expect(filled.rules.map(\.name) == ["only"] && filled.warnings == [])
    }

    @Test("Undoing the removal of a topic restores all numbers", arguments: 0..<4)
    func numbersAfterUndo(removed: Int) throws {
        let names = ["A", "B", "C", "D"]
        let picked = try query("f1")
        _ = try file.update { library in
            for name in names { library.put(Topic(name: name, query: picked)) }
        }
        let before = try file.read()
        _ = try file.update { $0.removeTopic(names[removed]) }
        #expect(try file.read().topics.map(\.name) == names.filter { $0 != names[removed] })
        _ = try file.update { $0 = Library(sources: $0.sources, topics: before.topics, rules: before.rules) }
        #expect(try file.read().topics.map(\.name) == names)
    }

    @Test("Sources, topics and rules stay grouped in the file")
    func order() throws {
        let picked = try query("f1")
        _ = try file.update { $0.put(Rule(name: "r", query: picked)) }
        _ = try file.update { $0.put(Topic(name: "t", query: picked)) }
        _ = try file.update { $0.put(SourceDescription(id: "b", address: "https://b.example/feed")) }
        _ = try file.update { $0.put(SourceDescription(id: "a", address: "https://a.example/feed")) }
        let headers = try directory.read("library.toml").split(separator: "\n").filter { $0.hasPrefix("[[") }
        #expect(headers == ["[[source]]", "[[source]]", "[[rule]]", "[[topic]]"])
        #expect(try file.read().sources.map(\.id) == ["b", "a"])
    }
}
