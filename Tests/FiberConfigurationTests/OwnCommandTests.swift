import EngineConcepts
import FiberConfiguration
import TestSupport
import Testing

@Suite("Commands and macros in config.toml")
struct OwnCommandTests {
    private func read(_ text: String) throws -> ConfigurationFile {
        let directory = try TemporaryDirectory()
        return try ConfigurationFile(path: directory.write(text, to: "config.toml"))
    }

    /// The only command of a file, as words for an item with this title.
    private func words(_ run: String, title: String) throws -> [String] {
        let file = try read("[[command]]\nname = \"x\"\nrun = \(run)\n")
        let command = try #require(file.commands.first)
        guard case .program(let program, let arguments) = command.call else { return [] }
        return [program] + arguments.map { $0.argument([.title: title, .url: "https://a.example"]) }
    }

    @Test(
        "A placeholder becomes exactly one argument, whatever the title",
        arguments: ["$(rm -rf /)", "a b", "it's \"quoted\"", "`id`; reboot", "{url}", "*", "\\"])
    func hostileTitles(title: String) throws {
        #expect(try words(#"["p", "{title}", "-t", "x={title}"]"#, title: title) == ["p", title, "-t", "x=\(title)"])
    }

    @Test("A title that begins with a hyphen is no option", arguments: ["-rf", "--help", "-"])
    func options(title: String) throws {
        #expect(
            try words(#"["p", "{title}", "--title={title}"]"#, title: title) == ["p", " \(title)", "--title=\(title)"])
    }

    @Test("Two opening braces are one")
    func braces() throws {
        #expect(try words(#"["p", "{{\"a\":\"{title}\"}"]"#, title: "T") == ["p", #"{"a":"T"}"#])
    }

    @Test(
        "A wrong command is named with its line and left out, and the others stay",
        arguments: [
            (#"run = ["p", "{titel}"]"#, "ownFieldUnknown"),
            (#"run = ["p", "{title"]"#, "ownBraceOpen"),
            (#"run = "p {title}""#, "ownRunTakesWords"),
            (#"run = ["sh", "-c", "echo {title}"]"#, "ownShellTakesVariables"),
            (#"run = ["{title}"]"#, "ownProgramIsFixed"),
            ("run = []", "ownRunEmpty"),
            ("run = \"echo {url}\"\nshell = true", "ownShellTakesVariables"),
            ("run = [\"p\"]\nshell = true", "ownShellTakesText"),
            ("run = [\"p\"]\nwait = true", "ownWaitNeedsTerminal"),
            ("run = [\"p\"]\ninput = \"pdf\"", "keyTakes"),
            ("run = [\"p\"]\nshel = true", "keyUnknown"),
        ])
    func faults(lines: String, key: String) throws {
        let file = try read("[[command]]\nname = \"bad\"\n\(lines)\n\n[[command]]\nname = \"good\"\nrun = [\"p\"]\n")
        #expect(file.commands.map(\.name) == ["good"])
        let warning = try #require(file.warnings.first)
        #expect(file.warnings.count == 1)
        #expect(warning.failure.key == key)
        #expect((3...4).contains(warning.position?.line ?? 0))
    }

    @Test("A macro without a name is called by its commands")
    func macros() throws {
        let file = try read("[[macro]]\nkey = \",o\"\nrun = [\"open\", \"goto  2d\"]\n")
        let macro = try #require(file.macros.first)
        #expect(macro.name == "open+goto")
        #expect(macro.steps == ["open", "goto 2d"])
        #expect(macro.key == ",o")
        #expect(file.warnings.isEmpty)
    }

    @Test("A macro that runs nothing is named", arguments: ["run = []", "run = [\"\"]", "run = \"open\""])
    func emptyMacros(line: String) throws {
        let file = try read("[[macro]]\n\(line)\n")
        #expect(file.macros.isEmpty)
        #expect(file.warnings.map(\.position?.line) == [2])
    }
}
