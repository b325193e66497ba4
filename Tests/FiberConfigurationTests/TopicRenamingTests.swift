import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Foundation
import Queries
import TestSupport
import Testing

@Suite("Renaming and removing topics and rules")
struct TopicRenamingTests {
    private let directory: TemporaryDirectory
    private let file: LibraryFile

    init() throws {
        directory = try TemporaryDirectory()
        file = LibraryFile(path: directory.path + "/library.toml")
    }

    private func query(_ text: String) throws -> Query { try Query(parsing: text) }

    @Test("Renaming a topic and a rule keeps their comments, places and unknown keys, and so does undoing it")
    func renameKeepsWhatIsTheUsers() throws {
        let text = """
            # mine

            # the best one
            [[topic]]
            name = "Old"  # since school
            query = 'f1   OR   wec'
            colour = "red"

            [[topic]]
            name = "Other"
            query = "rain"

            # no rumours
            [[rule]]
            # for a while
            name = "rumours"
            query = "rumour"
            topic = "Old"

            [[rule]]
            name = "last"
            query = "last"

            """
        let path = try directory.write(text, to: "renamed.toml")
        let file = LibraryFile(path: path)
        let before = try file.read()
        let topic = Topic(name: "New", query: try query("f1 OR wec"))
        _ = try file.update { library in
            library.put(topic, replacing: "Old")
            guard var rule = library.rule("rumours") else { return }
            rule.name = "gossip"
            library.put(rule, replacing: "rumours")
        }
        let renamed = text.replacing("\"Old\"", with: "\"New\"").replacing("\"rumours\"", with: "\"gossip\"")
        #expect(try directory.read("renamed.toml") == renamed)
        _ = try file.update { $0.restoreLabels(of: before) }
        #expect(try directory.read("renamed.toml") == text)
    }

    @Test("Removing a topic or a rule leaves one of its name that is off")
    func removeBesideOff() throws {
        let (topic, rule) = ("[[topic]]\nname = \"Old\"\n", "[[rule]]\nname = \"rule\"\n")
        let removed = ["\(topic)query = \"old\"\n\n", "\(rule)query = \"first\"\n\n"]
        let kept = ["# to be mended\n\(topic)query = \"Old lang:\"\n\n", "\(rule)query = \"Old lang:\"\n"]
        let path = try directory.write(removed[0] + kept[0] + removed[1] + kept[1], to: "off.toml")
        _ = try LibraryFile(path: path)
            .update { library in
                library.removeTopic("Old")
                library.removeRule("rule")
            }
        #expect(try directory.read("off.toml") == kept.joined())
    }

    @Test("Undoing the removal of a topic restores the text of the file, with its comments, numbers and spaces")
    func undoRestoresText() throws {
        let text = """
            # mine

            [[source]]
            url = "https://a.example/feed"
            topics = ["Other",   "Old"]  # both

            # the best one
            [[topic]]
            name = "Old"  # since school
            query = 'f1   OR   wec'
            colour = "red"

            # a heading

            [[topic]]
            name = "Old"
            query = "second"

            [[topic]]
            name = "Other"
            query = "rain"

            """
        let file = LibraryFile(path: try directory.write(text, to: "undone.toml"))
        let before = try file.read()
        let after = try file.update { $0.removeTopic("Old") }
        let second = try query("second")
        #expect(after.topic("Old")?.query == second, "The other topic of the name is on.")
        #expect(try file.restoreLabels(of: before, changedTo: after) == before)
        #expect(try directory.read("undone.toml") == text)
    }

    @Test("Undoing the removal of a topic keeps what has changed in the file since")
    func undoKeepsLaterChanges() throws {
        let (topic, source) = (
            Topic(name: "Old", query: try query("f1")), SourceDescription(id: "a", address: "https://a.example/feed")
        )
        let before = try file.update { $0.put(topic) }
        let after = try file.update { $0.removeTopic("Old") }
        _ = try file.update { $0.put(source) }
        let restored = try file.restoreLabels(of: before, changedTo: after)
        #expect(restored == Library(sources: [source], topics: [topic]))
        #expect(try file.read() == restored)
    }

    @Test(
        "Renaming and removing a topic change the array of a source that names it, over however many lines it goes",
        arguments: [
            ("topics = [\n  \"Old\", # mine\n  \"a ] b\",\n]  # all", "# mine\ntopics = [%@\"a ] b\"]  # all"),
            ("topics = [\n  'Old', 'a ] b'\n]", "topics = [%@\"a ] b\"]"),
            ("topics = [\"Old\", \"a ] b\"]", "topics = [%@\"a ] b\"]"),
            ("topics = [\"Old\",\n\"\"\"a ] b\"\"\"]  # all", "topics = [%@\"a ] b\"]  # all"),
        ])
    func arrayOverLines(topics: String, edited: String) throws {
        let other = "[[topic]]\nname = \"Other\"\nquery = \"rain\"\n"
        let text = "[[source]]\nurl = \"https://a.example/feed\"\n\(topics)\n\n\(other)"
        let path = try directory.write(text, to: "lines.toml")
        let file = LibraryFile(path: path)
        let before = try file.read()
        #expect(before.sources.first?.topics == ["Old", "a ] b"])
        func expected(_ first: String) -> String {
            text.replacing(topics, with: edited.replacing("%@", with: first))
        }
        let after = try file.update { $0.put(Topic(name: "New"), replacing: "Old") }
        #expect(after.sources.first?.topics == ["New", "a ] b"])
        #expect(try directory.read("lines.toml").hasPrefix(expected("\"New\", ")))
        #expect(try file.restoreLabels(of: before, changedTo: after) == before)
        #expect(try directory.read("lines.toml") == text)
        let removed = try file.update { $0.removeTopic("Old") }
        #expect(removed.sources.first?.topics == ["a ] b"])
        #expect(try directory.read("lines.toml") == expected(""))
    }

    @Test("An entry that is off because of its name is on as soon as the other one of the name is renamed")
    func renameBesideDouble() throws {
        let text = """
            [[topic]]
            name = "Old"
            query = "old"

            [[topic]]
            name = "Old"
            query = "second"

            [[rule]]
            name = "rule"
            query = "first"

            [[rule]]
            name = "rule"
            query = "second"

            """
        let file = LibraryFile(path: try directory.write(text, to: "double.toml"))
        let (topic, rule) = (Topic(name: "New", query: try query("old")), Rule(name: "new", query: try query("first")))
        let library = try file.update { library in
            library.put(topic, replacing: "Old")
            library.put(rule, replacing: "rule")
        }
        #expect(library.topics == [topic, Topic(name: "Old", query: try query("second"))])
        #expect(library.rules == [rule, Rule(name: "rule", query: try query("second"))])
        #expect(library.warnings == [])
        #expect(try file.read() == library)
    }

    @Test("Renaming a topic renames it in its sources and rules")
    func rename() throws {
        _ = try file.update { library in
            library.put(SourceDescription(id: "a", address: "https://a.example/feed", topics: ["Old", "Other"]))
            library.put(Rule(name: "only", subject: .offTopic("Old"), scope: .topic("Old")))
        }
        _ = try file.update { $0.put(Topic(name: "New"), replacing: "Old") }
        let library = try file.read()
        #expect(library.sources.first?.topics == ["New", "Other"])
        #expect(library.rules == [Rule(name: "only", subject: .offTopic("New"), scope: .topic("New"))])
        #expect(library.allTopics.map(\.name) == ["New", "Other"])
    }

    @Test("Renaming a topic renames it in a rule that is off, and so does undoing it")
    func renameInRulesThatAreOff() throws {
        let text = """
            [[topic]]
            name = "Old"
            query = "old"

            [[rule]]
            name = "off"
            query = "Old lang:"
            topic = "Old"  # mine

            """
        let path = try directory.write(text, to: "renamed.toml")
        let file = LibraryFile(path: path)
        let before = try file.read()
        let topic = Topic(name: "New", query: try query("old"))
        _ = try file.update { $0.put(topic, replacing: "Old") }
        #expect(try directory.read("renamed.toml").contains("query = \"Old lang:\"\ntopic = \"New\"  # mine\n"))
        _ = try file.update { $0.restoreLabels(of: before) }
        #expect(try directory.read("renamed.toml").contains("query = \"Old lang:\"\ntopic = \"Old\"  # mine\n"))
    }

    @Test("Renaming a topic renames it in entries that are off, also in their queries and beside one of the same name")
    func renameInDoubles() throws {
        let text = """
            [[topic]]
            name = "Old"
            query = "old"

            [[topic]]
            name = "Bad"
            query = "topic:Old"
            languages = ["english"]

            [[rule]]
            name = "same"
            query = "first"
            topic = "Old"

            [[rule]]
            name = "same"
            query = 'second topic:Old'  # mine
            topic = "Old"

            [[rule]]
            name = "escaped"
            query = "a\\tb topic:Old"
            topic = "Nothing"

            """
        let file = LibraryFile(path: try directory.write(text, to: "renamed.toml"))
        let topic = Topic(name: "New", query: try query("old"))
        _ = try file.update { $0.put(topic, replacing: "Old") }
        let renamed = text.replacing("topic = \"Old\"", with: "topic = \"New\"")
            .replacing("name = \"Old\"", with: "name = \"New\"")
            .replacing("\"topic:Old\"", with: "\"topic:New\"")
            .replacing("'second topic:Old'", with: "\"second topic:New\"")
        #expect(try directory.read("renamed.toml") == renamed)
    }

    @Test("A change of a topic or rule leaves an entry of the same name before it, which is off, as it is")
    func changeBehindDouble() throws {
        let text = """
            [[topic]]
            name = "same"
            query = "lang:"

            [[topic]]
            name = "same"
            query = "second"

            [[rule]]
            name = "same"
            query = "lang:"

            [[rule]]
            name = "same"
            query = "second"

            """
        let file = LibraryFile(path: try directory.write(text, to: "double.toml"))
        let (topic, rule) = (Topic(name: "same", query: try query("new")), Rule(name: "same", query: try query("new")))
        _ = try file.update { library in
            library.put(topic)
            library.put(rule)
        }
        #expect(try directory.read("double.toml") == text.replacing("\"second\"", with: "\"new\""))
    }

    @Test(
        "Renaming a topic renames it in the queries of topics and rules",
        arguments: [
            ("topic:Old", "New", "topic:New"), ("topic:old unread", "New", "topic:New unread"),
            ("-topic:\"Old\" OR rain", "New name", "-topic:\"New name\" OR rain"),
            ("topic:(Old OR Other)", "Say \"it\"", "topic:(\"Say \\\"it\\\"\" OR Other)"),
            ("topic:Ol* rain", "New", "topic:(Ol* OR New) rain"), ("topic:/^Old$/", "New", "topic:(/^Old$/ OR New)"),
            ("topic:Ol*", "Older", "topic:Ol*"), ("topic:Other source:Old Old", "New", "topic:Other source:Old Old"),
        ])
    func renameInQueries(text: String, name: String, expected: String) throws {
        let (former, wanted) = (try query(text), try query(expected))
        _ = try file.update { library in
            library.put(SourceDescription(id: "a", address: "https://a.example/feed", topics: ["Old", "Other"]))
            for name in ["Old", "Mine"] { library.put(Topic(name: name, query: former)) }
            library.put(Rule(name: "only", query: former))
        }
        let before = try file.read()
        let after = try file.update { $0.put(Topic(name: name, query: former), replacing: "Old") }
        #expect(after.topics == [Topic(name: name, query: wanted), Topic(name: "Mine", query: wanted)])
        #expect(after.rules == [Rule(name: "only", query: wanted)])
        #expect(try file.read() == after)
        _ = try file.update { $0.restoreLabels(of: before) }
        #expect(try file.read() == before)
    }

    @Test("A query that also means a topic of another spelling keeps that one when the first is renamed")
    func renameBesideNamesake() throws {
        let (former, wanted) = (try query("topic:old"), try query("topic:(old OR New)"))
        _ = try file.update { library in
            library.put(
                SourceDescription(id: "a", address: "https://a.example/feed", topics: ["Old", "OLD"]))
            library.put(Topic(name: "Mine", query: former))
        }
        let after = try file.update { $0.put(Topic(name: "New"), replacing: "Old") }
        #expect(after.topic("Mine")?.query == wanted)
    }

    @Test(
        "A topic that a rule looks at, or off which it looks, is not taken out, and the rule is named",
        arguments: [
            Rule(name: "dep", subject: .offTopic("Tx")),
            Rule(name: "dep", subject: .offTopic("Other"), scope: .topic("Tx")),
        ])
    func neededTopic(rule: Rule) throws {
        let picked = try query("f1")
        _ = try file.update { library in
            library.put(Topic(name: "Tx", query: picked))
            library.put(Topic(name: "Other", query: picked))
            library.put(rule)
        }
        let before = try directory.read("library.toml")
        let error = try #require(throws: ConfigurationError.self) { _ = try file.update { $0.removeTopic("Tx") } }
        #expect(error.code == .needed && error.failure.english == "The rule “dep” is about the topic “Tx”.")
        #expect(try directory.read("library.toml") == before)
        _ = try file.update { library in
            library.removeRule("dep")
            library.removeTopic("Tx")
        }
        #expect(try file.read().topics.map(\.name) == ["Other"])
    }

    /// A topic `Old` of a source, and a topic and a rule with this query.
    private func library(naming text: String) throws -> Library {
        let query = try query(text)
        return Library(
            sources: [SourceDescription(id: "a", address: "https://a.example/feed", topics: ["Old", "Other"])],
            topics: [Topic(name: "Mine", query: query)], rules: [Rule(name: "only", query: query)])
    }

    @Test(
        "A topic is not removed if a query would find nothing without it, and its topics and rules are named",
        arguments: [
            ("topic:old", true), ("-topic:\"Old\" rain", true), ("topic:/^Old$/", true), ("topic:Ol*", true),
            ("topic:O*", false), ("topic:/O/", false), ("topic:Other Old", false),
        ])
    func namedTopic(text: String, isNeeded: Bool) throws {
        let library = try library(naming: text)
        let refusal = library.refusal(ofRemoving: ["Old"])
        let expected =
            "Queries name the topic “Old”: topic “Mine”, rule “only”. Change these queries first."
        #expect(refusal?.english == (isNeeded ? expected : nil))
        var without = library
        without.removeRule("only")
        #expect(without.refusal(ofRemoving: ["Old", "Mine"]) == nil, "What is removed with it does not need it.")
    }

    @Test(
        "A topic that queries name does not get a name that no query can contain",
        arguments: ["★", "*", "\"", "(", "…!"], ["topic:Old", "-topic:Ol*", "topic:/^Old/ OR rain"])
    func unwritableName(name: String, text: String) throws {
        let refusal = try library(naming: text).refusal(ofRenaming: "Old", to: name)
        let expected =
            "Queries name the topic “Old”: topic “Mine”, rule “only”. “\(name)” cannot be written in a query: "
            + "choose a name with a letter, a digit or an emoji."
        #expect(refusal?.english == expected)
    }

    @Test("A topic that no query names gets any name, and one that queries name any that has words")
    func writableName() throws {
        #expect(try library(naming: "topic:Other").refusal(ofRenaming: "Old", to: "★") == nil)
        for name in ["🍎", "(new)", "7"] {
            #expect(try library(naming: "topic:Old").refusal(ofRenaming: "Old", to: name) == nil)
        }
    }
}
