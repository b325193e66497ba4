import Application
import EngineConcepts
import Foundation
import Localization
import TestSupport
import Testing

@Suite("Command lines that are refused")
struct WrongUsageTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    @Test(
        "What does not go together or lacks something is refused before a question is asked or a store is made",
        arguments: [
            "account add x.example --token - --password-command p": "tokenOrCommand",
            "account add x.example --token --password-command p": "tokenOrCommand",
            "account add x.example --token secret": "tokenOnCommandLine",
            "act follow ann --everywhere --as x": "everywhereNeedsPerson",
            "act like ann --everywhere": "everywhereNeedsPerson",
            "act vote feed:a/1": "voteNeedsOption",
            "act vote feed:a/1 --option 0": "voteNeedsOption",
            "add http://a.example/ http://b.example/ --name x": "nameNeedsOneSource",
            "add http://a.example/ http://b.example/ --user ann": "loginNeedsOneSource",
            "add http://a.example/ --act x": "actNeedsCommand",
            "add http://a.example/ --choose 1 --all": "chooseOrAll",
            "add http://a.example/ --header-secret A:b": "headerSecretHasValue",
            "add http://a.example/ --password-command p": "passwordCommandNeedsUser",
            "add http://a.example/ --user a:b": "userHasColon",
            "add http://a.example/ --user ann --token": "oneLoginOnly",
            "add http://a.example/ --token --token-command p": "oneLoginOnly",
            "add http://a.example/ --token - --user ann": "oneLoginOnly",
            "fill --count 0": "countInvalid",
            "fill --until yesterday --count 3": "untilOrCount",
            "note ann hi --remove": "noteAndRemove",
            "people link ann": "personNeedsTwo",
            "post": "postEmpty",
            "post hi --alt x": "altWithoutMedia",
            "post hi --at 1m": "scheduleTooSoon",
            "post hi --at 3h --thread": "scheduledThread",
            "read x": "readTakesDash",
            "rules add x y --off-topic z": "queryOrOffTopic",
            "rules add x y --topic a --source b": "topicOrSource",
            "search x --limit 0": "limitInvalid",
            "shot a/1": "cardPlaceNeeded",
            "shot a/1 --copy --format png": "copyNeedsTextHere",
            "shot a/1 --output x.svg --copy": "cardPlaceNeeded",
            "shot a/1 --output x.svg --width 20": "cardWidthInvalid",
            "source move a": "moveNeedsPlace",
            "source move a --first --last": "moveNeedsPlace",
            "source set a": "setNeedsOption",
            "source set a --no-login --token=-": "loginOrNone",
            "source set a --no-login --user ann": "loginOrNone",
        ])
    func refused(line: String, key: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try await CommandRun(words, in: home, answers: ["sesame"], isTerminal: true)
        #expect(run.status == .usage && run.output.isEmpty, "\(run)")
        #expect(run.errors.hasPrefix("fiber: \(Localizer.english(Message(key)))"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/fiber.sqlite"))
    }

    @Test(
        "Wrong usage is refused in the language of the setting, also where it is found while parsing",
        arguments: [
            "fill --count 0": Message("countInvalid"), "post": Message("postEmpty"),
            "read x": Message("readTakesDash"), "rules add x y --off-topic z": Message("queryOrOffTopic"),
            "timeline --nope": Message("usageOptionMeant", ["option": "--nope", "meant": "--topic"]),
            "timeline --since soon": Message("timeInvalid", ["text": "soon"]),
            "nonsense": Message("commandNotKnown", ["name": "nonsense"]),
        ])
    func language(line: String, message: Message) async throws {
        try home.write("[appearance]\nlanguage = \"es\"\n", to: "config.toml")
        let run = try await CommandRun(line.split(separator: " ").map(String.init), in: home)
        #expect(run.status == .usage && run.errors.hasPrefix("fiber: \(Localizer.spanish(message))\n"), "\(run)")
    }

    @Test(
        "A number below zero is refused with its option and what that takes, not as a value that is missing",
        arguments: [
            "clean --keep": "keepInvalid", "clean --older-than": "daysInvalid", "fill --count": "countInvalid",
            "refresh --wait": "waitInvalid", "rules test x --limit": "limitInvalid", "search x --limit": "limitInvalid",
            "shot a/1 --width": "cardWidthInvalid", "timeline --limit": "limitInvalid",
        ])
    func negative(line: String, key: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try await CommandRun(words + ["-1"], in: home)
        let option = try #require(words.last)
        let refusal = Message("usageValueInvalid", ["value": "-1", "option": .text(option)])
        let text = Localizer.english(.sentences(refusal, Message(key)))
        #expect(run.status == .usage && run.output.isEmpty && run.errors.hasPrefix("fiber: \(text)\n"), "\(run)")
    }

    @Test(
        "An empty server or address is answered by what to name",
        arguments: [("account", "accountPlaceEmpty"), ("commentary", "commentaryAddressEmpty")])
    func emptyPlace(command: String, key: String) async throws {
        let run = try await CommandRun(command, "add", " ", in: home)
        let text = Localizer.english(Message(key))
        #expect(run.status == .usage && run.errors.hasPrefix("fiber: \(text)\n"), "\(run)")
    }

    @Test(
        "An author is not linked with themselves, however they are written",
        arguments: ["hn:pg hn:pg", "@a@b.example a@B.example"])
    func oneAuthor(authors: String) async throws {
        let words = ["people", "link"] + authors.split(separator: " ").map(String.init)
        let run = try await CommandRun(words, in: home)
        let text = Localizer.english(Message("personNeedsTwo"))
        #expect(run.status == .usage && run.errors.hasPrefix("fiber: \(text)\n"), "\(run)")
        #expect(try await CommandRun("people", in: home).output.isEmpty)
    }

    @Test(
        "A wrong interval is refused in the same words for sources and for lists of notes",
        arguments: ["source set a", "commentary add a.csv"])
    func interval(command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let run = try await CommandRun(words + ["--every", "1s"], in: home)
        let refusal = Message("usageValueInvalid", ["value": "1s", "option": "--every"])
        let text = Localizer.english(.sentences(refusal, Message("everyForm")))
        #expect(run.status == .usage && run.errors.hasPrefix("fiber: \(text)\n"), "\(run)")
    }

    @Test(
        "An option that the action does not take is refused, not ignored",
        arguments: [
            "like a/1 --option 2": "--option", "follow ann --option 2": "--option", "like a/1 --as ann": "--as",
            "vote a/1 --option 1 --visibility public": "--visibility",
            "unboost a/1 --visibility public": "--visibility",
        ])
    func unusedOption(line: String, option: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try await CommandRun(["act"] + words, in: home)
        let values: [String: Message.Argument] = ["option": .text(option), "action": .text(words[0])]
        let text = Localizer.english(Message("optionNotOfAction", values))
        #expect(run.status == .usage && run.errors.hasPrefix("fiber: \(text)\n"), "\(run)")
    }

    @Test("A boost cannot be for those who are mentioned, and its help names the other choices only")
    func directBoost() async throws {
        let run = try await CommandRun("act", "boost", "a/1", "--visibility", "direct", in: home)
        #expect(run.status == .usage && run.errors.contains("public, unlisted, followers"), "\(run)")
        let help = try await CommandRun("act", "--help", in: home)
        #expect(help.output.contains("unlisted") && !help.output.contains("direct)"), "\(help)")
    }

    @Test(
        "A number below zero in the place of an argument is refused with itself, not as an argument that is missing",
        arguments: ["thread", "act like", "outbox cancel", "scheduled cancel", "mark"])
    func negativeArgument(line: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try await CommandRun(words + ["-1"], in: home)
        let text = Localizer.english(Message("usageOptionUnknown", ["option": "-1"]))
        #expect(run.status == .usage && run.errors.hasPrefix("fiber: \(text)\n"), "\(run)")
    }

    @Test("A time with a minus is refused with the forms of times, and an option at the end lacks its value")
    func negativeTime() async throws {
        let time = try await CommandRun("timeline", "--since", "-2d", in: home)
        let text = Localizer.english(Message("timeInvalid", ["text": "-2d"]))
        #expect(time.status == .usage && time.errors.hasPrefix("fiber: \(text)\n"), "\(time)")
        let missing = try await CommandRun("timeline", "--limit", in: home)
        let lack = Localizer.english(Message("usageValueMissing", ["option": "--limit"]))
        #expect(missing.status == .usage && missing.errors.hasPrefix("fiber: \(lack)"), "\(missing)")
    }

    @Test(
        "An address in the place of a command is answered by the command that follows it, as a shell takes it",
        arguments: ["https://a.example/": "https://a.example/", "exec:ls -l": "'exec:ls -l'"])
    func address(typed: String, quoted: String) async throws {
        let run = try await CommandRun(typed, in: home)
        let advice = Localizer.english(Message("addFollows", ["address": .text(quoted)]))
        #expect(run.status == .usage && run.output.isEmpty && run.errors.hasSuffix("\n\(advice)\n"), "\(run)")
    }

    @Test(
        "A word that is no command of its group is named with the nearest one, or with the help of the group",
        arguments: [
            ("nonsense", "`fiber --help` lists the commands."), ("version", "`fiber --help` lists the commands."),
            ("source list", "`fiber source --help` lists the commands."),
            ("source rname", "Did you mean `fiber source rename`?"),
            ("topics nonsense", "`fiber topics --help` lists the commands."),
            ("account lst", "Did you mean `fiber account list`?"),
            ("sources pause A", "Did you mean `fiber source pause`?"),
            ("help sources nonsense", "`fiber --help` lists the commands."),
        ])
    func unknownCommands(line: String, advice: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try await CommandRun(words, in: home)
        #expect(run.status == .usage && run.output.isEmpty, "\(run)")
        #expect(run.errors.hasPrefix("fiber: Unknown command “") && run.errors.hasSuffix("\n\(advice)\n"), "\(run)")
    }

    @Test("A group of commands that lists without one of them lists accounts, too")
    func accounts() async throws {
        let run = try await CommandRun("account", in: home)
        let list = try await CommandRun("account", "list", in: home)
        #expect(run.status == .done && !run.errors.isEmpty && run.errors == list.errors, "\(run)")
    }

    @Test(
        "A wrong query with a slash is an error of the query for marks as for search, not a missing item",
        arguments: ["title:/(/", "-title:/(/", "(url:a/b"])
    func queryLikeAnID(query: String) async throws {
        let search = try await CommandRun("search", query, in: home)
        let mark = try await CommandRun("mark", "read", query, in: home)
        #expect(search.status == .usage && mark.status == .usage && mark.errors == search.errors, "\(mark)")
    }

    @Test("Of a long query, an error prints what is around its place, with a mark below that counts wide characters")
    func placeInQuery() async throws {
        let long = String(repeating: "a ", count: 100)
        let run = try await CommandRun("search", "\(long)東京 ( \(long)", in: home)
        let before = "…" + String((long + "東京 ").suffix(30))
        let after = String("( \(long)".prefix(30)) + "…"
        // Each of the two wide characters takes two columns.
        let margin = String(repeating: " ", count: before.count + 2)
        #expect(run.errors.hasSuffix("\n  \(before)\(after)\n  \(margin)^\n"), "\(run)")
        let empty = try await CommandRun("search", " ", in: home)
        #expect(!empty.errors.contains("^"), "\(empty)")
    }

    @Test(
        "Of long words of the user, an error repeats only the beginning and the end",
        arguments: ["WORD", "add WORD", "timeline --source WORD", "search WORD:x", "refresh WORD", "mark WORD x"])
    func longWords(line: String) async throws {
        let word = "first\(String(repeating: "w", count: 5000))last"
        let words = line.replacing("WORD", with: word).split(separator: " ").map(String.init)
        let run = try await CommandRun(words, in: home)
        #expect(run.status != .done && run.errors.count < 1500, "\(run.errors.count)")
        #expect(run.errors.contains(/firstw+…w+last/), "\(run)")
    }

    @Test("A list in an error is printed whole, however long it is")
    func longList() async throws {
        let path = String(repeating: "path/", count: 20)
        let addresses = (1...6).map { "https://host\($0).example/\(path)" }
        let sources = addresses.map { "[[source]]\nurl = \"\($0)\"\nname = \"Twin\"\n" }
        try home.write(sources.joined(), to: "library.toml")
        let run = try await CommandRun("timeline", "--source", "Twin", in: home)
        #expect(run.status == .failed && addresses.allSatisfy { run.errors.contains("  \($0)") }, "\(run)")
    }

    @Test("Each time that the error of a wrong time ahead suggests is accepted")
    func suggestedTimes() async throws {
        let wrong = try await CommandRun("rules", "add", "x", "y", "--until", "soon", in: home)
        let line = try #require(wrong.errors.split(separator: "\n").first)
        let match = try #require(line.wholeMatch(of: /.*Write it as (.*), or as (.*)\./))
        let times = match.output.1.split(separator: ", ") + [match.output.2]
        #expect(wrong.status == .usage && times.count == 6, "\(wrong)")
        for time in times {
            let run = try await CommandRun("rules", "add", "x", "y", "--until", String(time), in: home)
            #expect(run.status == .done, "\(time): \(run)")
        }
        for command in ["post x --at", "rules add x y --until"] {
            let words = command.split(separator: " ").map(String.init)
            for time in ["soon", "-2d"] {
                let run = try await CommandRun(words + [time], in: home)
                #expect(run.status == .usage && run.errors.hasPrefix("fiber: “\(time)” is not a time ahead."), "\(run)")
            }
        }
    }

    @Test("A rule until a time that is past is refused")
    func past() async throws {
        let run = try await CommandRun("rules", "add", "x", "y", "--until", "2020-01-01T00:00:00Z", in: home)
        #expect(run.status == .usage && run.output.isEmpty && run.errors.contains("2020-01-01"), "\(run)")
        let rules = try await CommandRun("rules", in: home)
        #expect(rules.output.isEmpty, "\(rules)")
    }
}
