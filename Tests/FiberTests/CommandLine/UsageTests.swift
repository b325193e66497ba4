import Foundation
import Testing

@Suite("The usage of the built program")
struct UsageTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("A wrong command line ends with status 2")
    func usage() async throws {
        #expect(try await home.fiber("timeline", "--limit", "many").status == 2)
        #expect(try await home.fiber("nonsense").status == 2)
        #expect(try await home.fiber("fill", "--until", "soon").status == 2)
        #expect(try await home.fiber("--help").status == 0)
    }

    @Test("A wrong command line that is found at run time shows the usage of its own command")
    func usageAtRunTime() async throws {
        let empty = try await home.fiber("post", "")
        #expect(empty.status == 2 && empty.errors.contains("Usage: fiber post ["), "\(empty)")
        let input = try await home.shell("fiber post - < /dev/null")
        #expect(input.status == 2 && input.errors.contains("standard input is empty"), "\(input)")
        #expect(input.errors.contains("Usage: fiber post ["), "\(input)")
        #expect(input.errors.contains("See 'fiber post --help'"), "\(input)")
    }

    @Test(
        "Options before the name of a command are refused with a message that says the order",
        arguments: [
            (["--source", "x", "read"], "first `fiber read`, then the options."),
            (["--source", "search", "timeline"], "first `fiber timeline`, then the options."),
            (["--json", "timeline", "--topic", "search"], "first `fiber timeline`, then the options."),
            (["--config", "elsewhere", "--json", "sources"], "first `fiber sources`, then the options."),
        ])
    func optionsFirst(words: [String], text: String) async throws {
        let outcome = try await home.fiber(words)
        #expect(outcome.status == 2 && outcome.errors.contains(text), "\(outcome)")
    }

    @Test(
        "The directories can be named before the command, and those after it replace them",
        arguments: [
            ["--config", "OWN", "--data", "OWN", "topics"], ["--config=OWN", "--data=OWN", "topics", "list"],
            ["--config", "OWN", "topics", "--data", "OWN"], ["--config", "missing", "topics", "--config", "OWN"],
        ])
    func directoriesFirst(words: [String]) async throws {
        try home.write("[[topic]]\nname = \"Tx\"\nquery = \"text\"\n", to: "own/library.toml")
        let outcome = try await home.fiber(words.map { $0.replacing("OWN", with: "\(home.path)/own") })
        #expect(outcome.status == 0 && outcome.output.hasPrefix("Tx  "), "\(outcome)")
    }

    @Test("A wrong command after the directories is named, and help needs none of them")
    func commandAfterDirectories() async throws {
        let wrong = try await home.fiber("--config", home.path, "topics", "lst")
        #expect(wrong.status == 2 && wrong.errors.contains("Did you mean `fiber topics list`?"), "\(wrong)")
        let missing = try await home.fiber("--config", "--data", home.path, "topics")
        #expect(missing.status == 2 && missing.errors.contains("--config"), "\(missing)")
        try home.write("[appearance]\nlanguage = \"es\"\n", to: "own/config.toml")
        let help = try await home.fiber("--config", home.path + "/own", "help", "topics")
        #expect(help.status == 0 && help.output.hasPrefix("RESUMEN: "), "\(help)")
    }

    @Test("A wrong option without a command leads to the help that lists the commands")
    func optionAlone() async throws {
        let wrong = try await home.fiber("--nope")
        #expect(wrong.status == 2, "\(wrong)")
        #expect(wrong.errors.hasSuffix("\n  See 'fiber --help' for more information.\n"), "\(wrong)")
        let read = try await home.fiber("read", "--nope")
        #expect(read.errors.hasSuffix("\n  See 'fiber read --help' for more information.\n"), "\(read)")
    }

    @Test(
        "Unknown commands after help and after a group of commands are named with the nearest name",
        arguments: [
            (["help", "nope"], "Unknown command “nope”."),
            (["help", "topics", "nope"], "Unknown command “topics nope”."),
            (["help", "topics", "lst"], "Did you mean `fiber help topics list`?"),
            (["help", "timelin"], "Did you mean `fiber help timeline`?"),
            (["topics", "lst"], "Did you mean `fiber topics list`?"),
            (["topics", "add", "--bad", "x"], "There is no option --bad."),
        ])
    func unknownCommands(words: [String], text: String) async throws {
        let outcome = try await home.fiber(words)
        #expect(outcome.status == 2 && outcome.errors.contains(text), "\(outcome)")
    }

    @Test(
        "The help of commands and of their subcommands is printed", arguments: [["help"], ["help", "topics", "add"]])
    func help(words: [String]) async throws {
        let outcome = try await home.fiber(words)
        #expect(outcome.status == 0 && outcome.output.contains("USAGE: fiber"), "\(outcome)")
    }

    @Test(
        "The help of add lists each form of an address once",
        arguments: [
            ("en", ["home@ACCOUNT", "list:NAME@ACCOUNT", "bookmarks@ACCOUNT", "search:WORDS@ACCOUNT"]),
            ("es", ["home@CUENTA", "list:NOMBRE@CUENTA", "bookmarks@CUENTA", "search:PALABRAS@CUENTA"]),
        ])
    func addressForms(language: String, forms: [String]) async throws {
        let help = try await home.fiber(["help", "add"], environment: ["LC_ALL": "\(language)_ES.UTF-8"])
        let words = help.output.split(whereSeparator: \.isWhitespace)
        for form in forms {
            #expect(words.count { $0 == form } == 1, "\(form): \(help)")
        }
    }

    @Test("The help says which kind of value an option takes, and the same about JSON above and below")
    func kindsOfValues() async throws {
        let refresh = try await home.fiber("refresh", "--help").output
        for option in ["--config <directory>", "--data <directory>", "Print JSON, one object a line."] {
            #expect(refresh.contains(option), "\(option): \(refresh)")
        }
        #expect(!refresh.contains("JSON Lines"), "\(refresh)")
        #expect(try await home.fiber("timeline", "--help").output.contains("--limit <number>"))
        #expect(try await home.fiber("clean", "--help").output.contains("--older-than <days>"))
    }

    @Test("The version alone is a line, the same in all languages")
    func version() async throws {
        for language in ["C", "es_ES.UTF-8"] {
            let version = try await home.fiber(["--version"], environment: ["LC_ALL": language])
            #expect(version.status == 0 && version.errors.isEmpty, "\(version)")
            #expect(version.output.hasPrefix("fiber ") && version.output.count { $0 == "\n" } == 1, "\(version)")
        }
    }

    @Test("The help of open names all screens")
    func openHelp() async throws {
        let help = try await home.fiber("open", "--help").output
        let names = ["item ID", "sources", "settings", "compose", "drafts", "rules", "accounts", "source-list"]
        for name in names { #expect(help.contains(name), "\(name): \(help)") }
    }

    @Test("Without a terminal the timeline does not open and says what to do")
    func noTerminal() async throws {
        let outcome = try await home.fiber("demo")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("fiber timeline"))
    }

    @Test("Without a terminal, the sample is not said to be what fiber timeline prints")
    func sampleWithoutTerminal() async throws {
        let outcome = try await home.fiber("demo")
        #expect(outcome.status == 1 && outcome.errors.contains("`fiber timeline` prints your timeline"), "\(outcome)")
    }

    @Test("Help has its descriptions whatever COLUMNS says, and no run of blanks", arguments: ["0", "-5", "x", "80"])
    func columns(columns: String) async throws {
        let help = try await home.fiber(["--help"], environment: ["COLUMNS": columns])
        #expect(help.status == 0 && help.output.hasPrefix("OVERVIEW: Read all your sources"), "\(help)")
        let doctor = try await home.fiber(["help", "doctor"], environment: ["COLUMNS": columns])
        let overview = doctor.output[..<(doctor.output.range(of: "USAGE:")?.lowerBound ?? doctor.output.startIndex)]
        #expect(overview.contains("--recover") && !overview.contains("   "), "\(overview)")
    }

    @Test("A full disk is an error, not a crash")
    func fullDisk() async throws {
        let result = try await home.shell("fiber --help > /dev/full")
        #expect(result.status == 1 && result.errors.contains("cannot be written"))
    }

    @Test("A backup to standard output is refused, and no file is written")
    func backupToOutput() async throws {
        let outcome = try await home.shell("cd '\(home.path)' && fiber backup -")
        #expect(outcome.status == 2 && outcome.errors.contains("standard output"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/-"))
    }

    @Test("Every command is in each shell's completions and in the manual page's source")
    func completions() async throws {
        let help = try await home.fiber("--experimental-dump-help")
        for shell in ["bash", "zsh", "fish"] {
            let script = try await home.fiber("--generate-completion-script", shell)
            #expect(script.status == 0)
            for word in ["add", "remove", "sources", "refresh", "timeline", "fill", "parse", "backup", "doctor"] {
                #expect(script.output.contains(word) && help.output.contains("\"\(word)\""), "\(shell): \(word)")
            }
        }
    }

    @Test("Second names of commands and options are accepted, and listed neither in the help nor in completions")
    func secondNames() async throws {
        let usages = [
            ["help", "suppliers"]: "fiber sources", ["person", "link", "--help"]: "fiber people link",
            ["supplier", "pause", "--help"]: "fiber source pause",
        ]
        for (words, usage) in usages {
            let help = try await home.fiber(words)
            #expect(help.status == 0 && help.output.contains("USAGE: \(usage) "), "\(help)")
        }
        for option in [["--supplier", "Nobody"], ["--supplier=Nobody"]] {
            let unknown = try await home.fiber(["timeline"] + option)
            #expect(unknown.status == 1 && unknown.errors.contains("“Nobody”"), "\(unknown)")
        }
        let refused = try await home.fiber("topics", "add", "X", "--supplier", "Nobody").errors
        #expect(refused.split(separator: "\n").first?.contains("--supplier") == true, "\(refused)")
        let help = try await home.fiber("--help").output
        #expect(help.contains("\n  sources  ") && help.contains("\n  people  "), "\(help)")
        #expect(try await !home.fiber("refresh", "--help").output.contains("--supplier"))
        for (shell, option) in [("bash", "--supplier"), ("zsh", "--supplier"), ("fish", "-l 'supplier'")] {
            #expect(try await !home.fiber("--generate-completion-script", shell).output.contains(option), "\(shell)")
        }
    }

    @Test("An unknown command is reported with the nearest one")
    func unknownCommand() async throws {
        let near = try await home.fiber("refesh")
        #expect(near.status == 2)
        #expect(near.errors.contains("Unknown command “refesh”") && near.errors.contains("fiber refresh"))
        let address = try await home.fiber("https://a.example/feed")
        #expect(address.status == 2 && address.errors.contains("fiber add https://a.example/feed"))
        let far = try await home.fiber("xyzzyxyzzy")
        #expect(far.errors.contains("--help"))
    }
}
