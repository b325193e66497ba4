import Application
import EngineConcepts
import Localization
import TestSupport
import Testing

@Suite("The topics that commands give to sources")
struct SourceTopicTests {
    private func created(_ name: String) -> String {
        Localizer.english(Message("topicIsCreated", ["name": .text(name)])) + "\n"
    }

    @Test("A topic that there was not is reported as new, once, and a known one is not")
    func reported() async throws {
        let followed = try await FollowedLines("A", "B")
        let first = try await followed.run("source", "set", "A", "--topic", "Racing", "--topic", "Racing")
        #expect(first.status == .done && first.errors == created("Racing"), "\(first)")
        let second = try await followed.run("source", "set", "B", "--topic", "Racing")
        #expect(second.status == .done && second.errors.isEmpty, "\(second)")
        for name in ["C", "D"] { try followed.home.write("{\"title\":\"\(name)\"}\n", to: "\(name).jsonl") }
        let addresses = ["C", "D"].map { "file:\(followed.home.path)/\($0).jsonl" }
        let added = try await CommandRun(["add"] + addresses + ["--topic", "Cars"], in: followed.home)
        #expect(added.status == .done && added.lines.count == 2 && added.errors == created("Cars"), "\(added)")
    }

    @Test("A topic in other letters is the known one, to add it and to take it away")
    func spelling() async throws {
        let followed = try await FollowedLines("A", "B")
        _ = try await followed.run("source", "set", "A", "--topic", "Racing")
        let set = try await followed.run("source", "set", "B", "--topic", "racing")
        #expect(set.status == .done && set.errors.isEmpty, "\(set)")
        #expect(try await followed.run("topics").lines.map { $0.prefix(6) } == ["Racing"])
        let removed = try await followed.run("source", "set", "A", "--not-topic", "RACING")
        #expect(removed.status == .done, "\(removed)")
        #expect(try await followed.run("topics").lines.map { $0.suffix(3) } == ["  B"])
    }

    @Test("A source that is to leave a topic with the name of a built-in view is said not to be in it")
    func removedView() async throws {
        let followed = try await FollowedLines("A")
        let run = try await followed.run("source", "set", "A", "--not-topic", "All")
        let text = Localizer.english(Message("sourceNotInTopic", ["name": "A", "topic": "All"]))
        #expect(run.status == .failed && run.errors.hasPrefix("fiber: \(text)\n"), "\(run)")
    }

    @Test("A rule whose topic is missing is reported by a command, and not by the one that adds the topic")
    func missingTopic() async throws {
        let home = try TemporaryDirectory()
        let path = try home.write("{\"title\":\"A\"}\n", to: "a.jsonl")
        try home.write("[[rule]]\nname = \"r\"\noff-topic = \"Cars\"\n", to: "library.toml")
        let other = try await CommandRun("add", "file:\(path)", in: home)
        #expect(other.status == .done && other.errors.contains("There is no topic “Cars”."), "\(other)")
        let added = try await CommandRun("source", "set", "a.jsonl", "--topic", "Cars", in: home)
        #expect(added.status == .done && added.errors == created("Cars"), "\(added)")
    }

    @Test("A topic is not added and taken away at once")
    func addedAndRemoved() async throws {
        let followed = try await FollowedLines("A")
        let run = try await followed.run("source", "set", "A", "--topic", "T", "--not-topic", "T")
        let text = Localizer.english(Message("topicOrNotTopic", ["topic": "T"]))
        #expect(run.status == .usage && run.errors.hasPrefix("fiber: \(text)\n"), "\(run)")
    }

    @Test("A source is not added to a topic without a name, nor with an empty name", arguments: ["--topic", "--name"])
    func emptyName(option: String) async throws {
        let home = try TemporaryDirectory()
        let path = try home.write("{\"title\":\"A\"}\n", to: "a.jsonl")
        let run = try await CommandRun("add", "file:\(path)", option, "", in: home)
        let text = Localizer.english(Message("namesAreOneLine"))
        #expect(run.status == .usage && run.errors.hasPrefix("fiber: \(text)\n"), "\(run)")
    }
}
