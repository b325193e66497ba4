import Application
import EngineConcepts
import Localization
import Testing

@Suite("The output of rules")
struct RuleOutputTests {
    @Test("A rule is listed with its effect, its subject, its scope and its state")
    func list() async throws {
        let followed = try await FollowedLines("A")
        for words in [
            ["T", "line"], ["loud", "x", "--effect", "highlight"], ["near", "y", "--source", "A"],
            ["far", "--off-topic", "T"], ["here", "z", "--topic", "T"],
        ] {
            let kind = words[0] == "T" ? "topics" : "rules"
            let run = try await CommandRun([kind, "add"] + words, in: followed.home)
            #expect(run.status == .done, "\(run)")
        }
        _ = try await followed.run("rules", "disable", "loud")
        func text(_ key: String, _ arguments: [String: Message.Argument] = [:]) -> String {
            Localizer.english(Message(key, arguments))
        }
        #expect(
            try await followed.run("rules").lines == [
                "loud  highlight  x  \(text("ruleIsOff"))",
                "near  hide  y  \(text("scopeSource", ["0": "A"]))  0 items",
                "far  hide  \(text("ruleOffTopic", ["0": "T"]))  0 items",
                "here  hide  z  \(text("scopeTopic", ["0": "T"]))  0 items",
            ])
    }

    @Test("A rule that is changed keeps its query, effect, scope, end and state where no other is given")
    func change() async throws {
        let followed = try await FollowedLines("A")
        _ = try await followed.run("topics", "add", "T", "line")
        for (arguments, listed) in [
            (["x", "--effect", "highlight", "--source", "A", "--until", "2126-11-20T20:00:00Z"], "highlight  x"),
            (["--effect", "muffle"], "muffle  x"), (["y"], "muffle  y"),
        ] {
            let run = try await CommandRun(["rules", "add", "r"] + arguments, in: followed.home)
            #expect(run.status == .done, "\(run)")
            let line = try await followed.run("rules").output
            #expect(line.hasPrefix("r  \(listed)  "), "\(arguments): \(line)")
            let json = try await followed.run("rules", "--json").output
            #expect(json.contains("\"until\":\"2126-11-20T20:00:00Z\"") && !json.contains("\"source\":null"), "\(json)")
        }
        _ = try await followed.run("rules", "disable", "r")
        let changed = try await followed.run("rules", "add", "r", "--topic", "T")
        let isOff = Localizer.english(Message("ruleTurnedOff", ["rule": "r"]))
        #expect(changed.output.hasSuffix(" \(isOff)\n"), "\(changed)")
        let json = try await followed.run("rules", "--json").output
        #expect(json.contains("\"enabled\":false") && json.contains("\"topic\":\"T\""), "\(json)")
        #expect(json.contains("\"source\":null") && json.contains("\"query\":\"y\""), "\(json)")
        let new = try await followed.run("rules", "add", "new", "--effect", "muffle")
        let needed = Localizer.english(Message("ruleNeedsQuery", ["name": "new"]))
        #expect(new.status == .usage && new.errors.contains(needed), "\(new)")
    }

    @Test("A known rule is tried with the options beside its name in place of its own")
    func changedTrial() async throws {
        let followed = try await FollowedLines("A", "B")
        _ = try await followed.run("refresh")
        _ = try await followed.run("rules", "add", "r", "line", "--effect", "muffle")
        for (options, result) in [
            ([String](), #""effect":"muffle","matched":6"#),
            (["--effect", "notify"], #""effect":"notify","matched":6"#),
            (["--source", "A"], #""effect":"muffle","matched":3"#),
        ] {
            let trial = try await CommandRun(["rules", "test", "r", "--json"] + options, in: followed.home)
            #expect(trial.lines.last?.contains(result) == true, "\(trial)")
        }
        #expect(try await followed.run("rules").output.hasPrefix("r  muffle  line  "))
    }

    @Test("A rule about items outside a topic is tried as it is added: by its topic alone")
    func offTopicTrial() async throws {
        let followed = try await FollowedLines("A")
        _ = try await followed.run("refresh")
        _ = try await followed.run("topics", "add", "Second", "2")
        let trial = try await followed.run("rules", "test", "--off-topic", "Second", "--json")
        #expect(trial.lines.last == #"{"effect":"hide","matched":2,"total":3,"type":"trial"}"#, "\(trial)")
        let both = try await followed.run("rules", "test", "line", "--off-topic", "Second")
        #expect(both.status == .usage && both.errors.contains(Localizer.english(Message("queryOrOffTopic"))), "\(both)")
        let none = try await followed.run("rules", "test")
        #expect(none.status == .usage && none.errors.contains("<rule>"), "\(none)")
    }

    @Test(
        "A trial says what the rule would do, with as many items as wanted and the number of the others",
        arguments: ["hide", "muffle", "highlight", "notify"])
    func trial(effect: String) async throws {
        let followed = try await FollowedLines("A")
        _ = try await followed.run("refresh")
        let run = try await followed.run("rules", "test", "line", "--limit", "2", "--effect", effect)
        let done = Message("trialDone", ["0": .message(Message("would.\(effect)")), "1": "3", "2": "3"])
        #expect(run.lines.count == 4, "\(run)")
        #expect(run.lines.first == Localizer.english(Message("trialList", ["result": .message(done)])))
        #expect(run.lines.last == Localizer.english(Message("andMore", ["count": "1"])))
        let json = try await followed.run("rules", "test", "line", "--limit", "2", "--effect", effect, "--json")
        #expect(json.lines.last == #"{"effect":"\#(effect)","matched":3,"total":3,"type":"trial"}"#, "\(json)")
    }
}
