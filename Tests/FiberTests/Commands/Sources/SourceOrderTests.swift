import Application
import EngineConcepts
import Localization
import TestSupport
import Testing

@Suite("The order and the pauses of sources")
struct SourceOrderTests {
    @Test(
        "A source moves to an end or beside another one, and its new place is printed",
        arguments: [
            ("A --last", "B C A", 3), ("C --first", "C A B", 1), ("A --after B", "B A C", 2),
            ("C --before B", "A C B", 2), ("B --last", "A C B", 3),
        ])
    func moves(words: String, order: String, place: Int) async throws {
        let followed = try await FollowedLines("A", "B", "C")
        let arguments = ["source", "move"] + words.split(separator: " ").map(String.init)
        let run = try await CommandRun(arguments, in: followed.home)
        let moved = Message(
            "sourceMovedTo", ["name": .text(arguments[2]), "place": .number(place), "count": .number(3)])
        #expect(run.status == .done && run.output == Localizer.english(moved) + "\n", "\(run)")
        #expect(try await followed.sources().map { $0[1] }.joined(separator: " ") == order)
    }

    @Test("The help of moving asks for sources to move beside")
    func help() async throws {
        let run = try await CommandRun("source", "move", "--help", in: TemporaryDirectory())
        for option in ["--before <source>", "--after <source>"] { #expect(run.output.contains(option), "\(run)") }
    }

    @Test("A source without a name is listed in the same columns as others")
    func columns() async throws {
        let home = try TemporaryDirectory()
        let named = "[[source]]\nurl = \"https://a.example/feed\"\nname = \"A\"\n"
        try home.write(named + "[[source]]\nurl = \"https://b.example/feed\"\n", to: "library.toml")
        let lines = try await CommandRun("sources", in: home).lines.map { $0.split(separator: "  ").map(String.init) }
        #expect(lines.map(\.count) == [4, 4] && lines.map { $0[1] } == ["A", "-"], "\(lines)")
        #expect(lines.map { $0[2] } == ["https://a.example/feed", "https://b.example/feed"], "\(lines)")
    }

    @Test("A source cannot be moved beside itself", arguments: ["--before", "--after"])
    func besideItself(option: String) async throws {
        let followed = try await FollowedLines("A", "B")
        let run = try await followed.run("source", "move", "A", option, "A")
        #expect(run.status == .usage && run.output.isEmpty, "\(run)")
        #expect(run.errors == "fiber: \(Localizer.english(Message("moveBesideItself")))\n", "\(run)")
        #expect(try await followed.sources().map { $0[1] } == ["A", "B"])
    }

    @Test("A source is known by its name in other letters, but one with exactly that name comes first")
    func spelling() async throws {
        let followed = try await FollowedLines("kerb", "other", "Pit")
        _ = try await followed.run("source", "rename", "other", "Kerb")
        for (name, other) in [("kerb", "kerb"), ("Kerb", "Kerb"), ("PIT", "Pit")] {
            let run = try await followed.run("source", "pause", name)
            let paused = Localizer.english(Message("sourceIsNowPaused", ["name": .text(other)]))
            #expect(run.status == .done && run.output == paused + "\n", "\(run)")
        }
        let both = try await followed.run("source", "pause", "KERB")
        #expect(both.status == .failed && both.errors.contains("2 sources are called “KERB”"), "\(both)")
    }

    @Test("Pausing a paused source and resuming one that is not say so")
    func pausedAlready() async throws {
        let followed = try await FollowedLines("A")
        for (command, key) in [
            ("resume", "sourceWasNotPaused"), ("pause", "sourceIsNowPaused"), ("pause", "sourceIsPausedAlready"),
            ("resume", "sourceIsResumed"), ("resume", "sourceWasNotPaused"),
        ] {
            let run = try await followed.run("source", command, "A")
            #expect(
                run.status == .done && run.output == Localizer.english(Message(key, ["name": .text("A")])) + "\n",
                "\(run)")
        }
    }

    @Test("The command that brings a removed source back has its address as a shell takes it")
    func removed() async throws {
        let followed = try await FollowedLines("A B")
        let run = try await followed.run("remove", "A B")
        #expect(run.output.contains("`fiber add 'file:") && run.output.contains("/A B.jsonl'`"), "\(run)")
    }

    @Test(
        "A thing that is named twice is changed, and reported, once",
        arguments: [
            ("source pause A A", 1), ("remove A A", 1), ("topics remove T T", 3), ("rules disable R R", 1),
            ("rules remove R R", 1),
        ])
    func namedTwice(line: String, lines: Int) async throws {
        let followed = try await FollowedLines("A")
        _ = try await followed.run("topics", "add", "T", "line")
        _ = try await followed.run("rules", "add", "R", "line")
        let run = try await CommandRun(line.split(separator: " ").map(String.init), in: followed.home)
        #expect(run.status == .done && run.lines.count == lines, "\(run)")
    }

    @Test("Sources are paused all or, where one name is unknown, none")
    func pauses() async throws {
        let followed = try await FollowedLines("A", "B")
        func paused() async throws -> [String] {
            try await followed.sources().filter { $0.last == Localizer.english(Message("sourceIsPaused")) }
                .map { $0[1] }
        }
        let wrong = try await followed.run("source", "pause", "A", "C")
        #expect(wrong.status == .failed && wrong.output.isEmpty && wrong.errors.contains("“C”"), "\(wrong)")
        #expect(try await paused() == [])
        let right = try await followed.run("source", "pause", "A", "B")
        #expect(right.status == .done && right.lines.count == 2 && right.errors.isEmpty, "\(right)")
        #expect(try await paused() == ["A", "B"])
        _ = try await followed.run("source", "resume", "B")
        #expect(try await paused() == ["A"])
    }
}
