import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing

@testable import FiberConfiguration

@Suite("The configuration file")
struct ConfigurationFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("The default file sets nothing, and every line can be uncommented")
    func defaultFile() throws {
        let path = directory.path + "/config.toml"
        try ConfigurationFile.writeDefault(to: path)
        let standard = try ConfigurationFile(path: path)
        let uncommented = try directory.read("config.toml").split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.contains(" = ") && $0.hasPrefix("# ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
        let explicit = try ConfigurationFile(path: directory.write(uncommented, to: "explicit.toml"))
        #expect(standard.warnings.isEmpty && explicit.warnings.isEmpty)
        for setting in Setting.all {
            #expect(standard.settings.value(setting.name) == setting.standard)
            #expect(explicit.settings.value(setting.name) == setting.standard)
        }
    }

    @Test("Tables of keys and commands can be added at the end of the default file")
    func addedKeys() throws {
        let added =
            ConfigurationFile.defaultText + "[keys]\npreset = \"newsboat\"\n[keys.timeline]\n\"g g\" = \"top\"\n"
        let file = try ConfigurationFile(path: directory.write(added, to: "config.toml"))
        #expect(file.warnings.isEmpty && file.keys.count == 1 && file.keyPreset != nil)
    }

    @Test(
        "A file that is not TOML is reported with the reason, in plain words where it is a usual mistake",
        arguments: [
            ("[keys]\n[timeline]\n[keys]\n", 3, "The table [keys] exists already; add the lines to that one."),
            ("[timeline]\nfold = true\nfold = false\n", 3, "fold has a value already; remove one of the two."),
            ("[browser]\ncommand = firefox\n", 2, "A quotation mark is missing"),
            ("[appearance]\ndensity = roomy\n", 2, "A quotation mark is missing"),
            ("[appearance]\ndensity = \"roomy\nascii = true\n", 2, "A quotation mark is missing"),
            ("[timeline]\nrefresh-minutes = 2h\n", 2, "This is neither a number nor a date"),
            ("[appearance", 1, "The file ends within this line"),
            ("[appearance]\nlanguage = \"es", 2, "The file ends within this line"),
            ("[appearance]\nlanguage \"es\"\n", 2, "An equals sign is missing"),
            ("x = = 3\n", 1, "There is an equals sign too many."),
            ("[appearance]\nlanguage == \"es\"\n", 2, "There is an equals sign too many."),
            ("[appearance]\nlanguage = ,\n", 2, "A value is missing after the equals sign."),
            ("[appearance]\nlanguage = 'es\n", 2, "A quotation mark is missing"),
            ("[appearance]\nlanguage = \"e\\s\"\n", 2, "A backslash has a special meaning"),
            ("[appearance]]\n", 1, "Something follows the end of the value or the table"),
            ("[[appearance]\n", 1, "The name of the table or a closing bracket is missing"),
            ("[keys]\n[[[x\n", 2, "The name of the table or a closing bracket is missing"),
            ("a = \"\u{301}[\"\n[[.a]\n", 2, "The name of the table or a closing bracket is missing"),
            ("\u{feff}[\u{301}]\n", 1, "The name of the table or a closing bracket is missing"),
            ("a = [\"\"\"x\"\"\"\"]\n[[[x\n", 2, "The name of the table or a closing bracket is missing"),
            ("a = ['''x''''']\n[[[x\n", 2, "The name of the table or a closing bracket is missing"),
            ("[\n", 1, "The name of the table or a closing bracket is missing"),
            ("[keys]\ntop = [\"g\" \"G\"]\n", 2, "A comma or a closing bracket is missing"),
            ("keys = {preset = \"newsboat\",}\n", 1, "A comma or a closing brace is missing"),
            ("; a comment\n", 1, "A line is NAME = VALUE"), ("keys = 1\n[keys]\n", 2, "keys has a value already"),
        ])
    func syntax(text: String, line: Int, reason: String) throws {
        let path = try directory.write(text, to: "config.toml")
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: path) }
        #expect(error?.code == .syntax && error?.position?.line == line)
        #expect(error?.brief.english.contains(reason) == true, "\(String(describing: error?.brief.english))")
    }

    @Test("The parser's words are the cause of an error for the log and doctor, never part of its message")
    func parserWords() throws {
        let secret = try directory.write("[keys]\npreset = 0x#hunter2\n", to: "config.toml")
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: secret) }
        #expect(error?.cause?.hasPrefix("expected ") == true, "\(String(describing: error?.cause))")
        #expect(error?.description.contains("#") == false, "the text that was found may be a secret")
        let number = try directory.write("[keys]\npreset = 99999999999999999999\n", to: "config.toml")
        let large = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: number) }
        #expect(large?.cause == "is not representable in 64 bits")
        let expected = try directory.write("[[keys]\n", to: "config.toml")
        let other = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: expected) }
        #expect(other?.cause == "expected ']'" && other?.brief.english.contains("expected") == false)
    }

    @Test("An existing configuration file is never overwritten")
    func keepsExisting() throws {
        let path = try directory.write("[timeline]\nrefresh-minutes = 3\n", to: "config.toml")
        try ConfigurationFile.writeDefault(to: path)
        #expect(try ConfigurationFile(path: path).settings.number("timeline.refresh-minutes") == 3)
    }

    @Test(
        "A wrong value is a warning with its line and column, and the standard holds in its place",
        arguments: [
            ("timeline.refresh-minutes", "[timeline]\nrefresh-minutes = -1\n", 2, 19),
            ("timeline.refresh-minutes", "[timeline]\nrefresh-minutes = 999999999999999999999 # many\n", 2, 19),
            ("timeline.refresh-minutes", "[timeline]\r\nrefresh-minutes = 999999999999999999999\r\n", 2, 19),
            ("timeline.refresh-minutes", "timeline = { refresh-minutes = 999999999999999999999 }\n", 1, 12),
            ("timeline.refresh-minutes", "timeline.refresh-minutes = 999999999999999999999\n", 1, 28),
            ("timeline.refresh-minutes", "[timeline]\nrefresh-minutes = -9_999_999_999_999_999_999\n", 2, 19),
            ("appearance.density", "[appearance]\n\n  density = \"pink\"\n", 3, 13),
            ("browser.command", "[browser]\ncommand = \"firefox\"\n", 2, 11),
            ("appearance.ascii", "[appearance]\nascii = 1\n", 2, 9),
        ])
    func wrongValue(name: String, text: String, line: Int, column: Int) throws {
        let file = try ConfigurationFile(path: directory.write(text + "[network]\nparallel = 3\n", to: "config.toml"))
        #expect(file.warnings.map(\.code) == [.value])
        #expect(file.warnings.map(\.position) == [TOMLPosition(line: line, column: column)])
        #expect(file.settings.statedValue(of: name) == nil)
        #expect(file.settings.value(name) == Setting.named(name)?.standard)
        #expect(file.settings.number("network.parallel") == 3, "the rest of the file holds")
    }

    @Test("The former word \"ticket\" of images.show is read as \"item\", in the file and in stored choices")
    func formerWord() throws {
        let file = try ConfigurationFile(path: directory.write("[images]\nshow = \"ticket\"\n", to: "config.toml"))
        #expect(file.warnings.isEmpty)
        #expect(file.settings.statedValue(of: "images.show") == .choice("item"))
        #expect(!ConfigurationFile.defaultText.contains("ticket"))
        var chosen = SettingChoices()
        chosen.choose(.choice("ticket"), of: "images.show", over: .standard)
        let stored = try SettingChoices(text: chosen.text())
        #expect(stored.values["images.show"] == .choice("item"))
        #expect(try !stored.text().contains("ticket"))
    }

    @Test(
        "A value that is nearly one of those that there are is told with that one",
        arguments: [
            ("density = \"roomie\"", "Did you mean “roomy”? "), ("colors = \"truecolour\"", "“truecolor”? "),
            ("ascii = \"ture\"", "“true”? "), ("density = \"huge\"", nil),
        ])
    func nearValue(line: String, question: String?) throws {
        let file = try ConfigurationFile(path: directory.write("[appearance]\n\(line)\n", to: "config.toml"))
        let advice = try #require(file.warnings.first?.advice.english)
        #expect(question.map(advice.contains) ?? !advice.contains("Did you mean"), "\(advice)")
        #expect(advice.contains("the default holds"))
    }

    @Test("A syntax error of the configuration is reported with its line")
    func syntaxError() throws {
        let path = try directory.write("[timeline]\nrefresh-minutes = 3\noops\n", to: "config.toml")
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: path) }
        #expect(error?.code == .syntax)
        #expect(error?.position?.line == 3)
    }

    @Test("An unknown key is a warning that names it, at the place of the key")
    func unknownKey() throws {
        let text = "[timeline]\n  speed = 3\n[extra]\na = 1\n"
        let file = try ConfigurationFile(path: directory.write(text, to: "c.toml"))
        #expect(file.warnings.count == 2)
        let texts = file.warnings.map(\.message.english)
        #expect(texts.contains { $0.contains(":2:3:") && $0.contains("timeline.speed") })
        #expect(texts.contains { $0.contains(":3:1:") && $0.contains("“extra”") })
    }

    @Test(
        "What is misspelt is told with the name that may be meant",
        arguments: [
            ("[appearence]\nascii = true\n", "Did you mean “appearance”?"),
            ("[appearance]\nthem = \"dusk\"\n", "Did you mean “theme”?"),
            ("[key.timeline]\ng = \"top\"\n", "Did you mean “keys”?"),
            ("theme = \"dusk\"\n", "below the line [appearance]"),
        ])
    func misspelt(text: String, advice: String) throws {
        let file = try ConfigurationFile(path: directory.write(text, to: "c.toml"))
        #expect(file.warnings.count == 1)
        #expect(file.warnings.first?.advice.english.contains(advice) == true, "\(file.warnings)")
    }

    @Test("All errors of the configuration are reported at once, in order")
    func allErrors() throws {
        let text = """
            [appearance]
            ascii = 1
            them = "dusk"
            [keys.timeline]
            g = 3
            [timeline]
            refresh-minutes = -1
            """
        let file = try ConfigurationFile(path: directory.write(text, to: "c.toml"))
        #expect(file.warnings.map(\.position?.line) == [2, 3, 5, 7])
        #expect(file.warnings.last?.message.english.contains(":7:19: timeline.refresh-minutes takes") == true)
    }

    @Test("An unknown name lists the known ones unless they are many")
    func hints() {
        func hint(_ name: String, among known: [String]) -> String {
            NearestName.hint(name, among: known, then: "Fix it.").english
        }
        #expect(hint("them", among: ["theme", "times"]) == "Did you mean “theme”? Fix it.")
        #expect(hint("qqq", among: ["theme", "times"]) == "There is: theme, times. Fix it.")
        #expect(hint("qqq", among: (0..<200).map { "name\($0)" }) == "Fix it.")
        #expect(hint("qqq", among: []) == "Fix it.")
    }

    @Test(
        "What is typed on a screen is a value where its setting takes it",
        arguments: [
            ("timeline.refresh-minutes", "7", SettingValue.number(7)), ("timeline.refresh-minutes", "-7", nil),
            ("timeline.refresh-minutes", "soon", nil), ("timeline.refresh-minutes", "", nil),
            ("browser.command", "firefox  --new-tab", .words(["firefox", "--new-tab"])),
            ("browser.command", "", .words([])),
            ("rows.regular", "[\"{title} {text}\", \"{source}\"]", .words(["{title} {text}", "{source}"])),
            ("rows.regular", "[\"{title}\"", nil), ("rows.regular", "[3]", nil),
        ])
    func typed(name: String, text: String, value: SettingValue?) throws {
        #expect(try #require(Setting.named(name)).value(typed: text) == value)
    }

    @Test("The steps of a number setting are valid values")
    func steps() {
        for setting in Setting.all {
            guard case .number = setting.kind else { continue }
            #expect(setting.steps.count > 1, "\(setting.name)")
            #expect(setting.steps.allSatisfy { setting.takes(.number($0)) }, "\(setting.name)")
        }
    }

    @Test(
        "The nearest name is the one that is written most alike, if any is",
        arguments: [
            ("toggle-sta", "toggle-star"), ("toggel-star", "toggle-star"), ("Densty", "density"), ("dens", "density"),
            ("unread", "unread-only"), ("x", nil), ("refrigerator", nil),
        ])
    func nearest(name: String, meant: String?) {
        #expect(NearestName.of(name, among: ["toggle-read", "toggle-star", "density", "unread-only"]) == meant)
    }

    @Test("Key bindings are read with their contexts and positions")
    func keys() throws {
        let text = """
            [keys.timeline]
            "g g" = "top"
            'Ctrl+"' = ""
            [keys.ticket]
            "=" = "back"
            """
        let file = try ConfigurationFile(path: directory.write(text, to: "c.toml"))
        #expect(file.warnings.isEmpty)
        #expect(file.keys.map(\.context) == ["ticket", "timeline", "timeline"])
        #expect(file.keys.map(\.keys) == ["=", "Ctrl+\"", "g g"])
        #expect(file.keys.map(\.command) == ["back", nil, "top"])
        #expect(file.keys.map(\.position?.line) == [5, 3, 2])
    }

    @Test(
        "A key without a command's name costs that key, and is told with its place",
        arguments: [
            ("[keys.timeline]\n\"g g\" = 3\nh = \"top\"\n", 2),
            ("[keys]\na = \"top\"\n[keys.timeline]\nh = \"top\"\n", 2),
        ])
    func wrongKeys(text: String, line: Int) throws {
        let path = try directory.write(text, to: "c.toml")
        let file = try ConfigurationFile(path: path)
        #expect(file.warnings.map(\.position?.line) == [line])
        #expect(file.keys.map(\.keys) == ["h"])
    }

    @Test("Directories follow XDG unless arguments override them")
    func directories() {
        let home = Directories(environment: ["XDG_CONFIG_HOME": "relative"], home: "/home/a")
        #expect(home.configurationFile == "/home/a/.config/fiber/config.toml")
        #expect(home.storeFile == "/home/a/.local/share/fiber/fiber.sqlite")
        let xdg = Directories(environment: ["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"], home: "/home/a")
        #expect(xdg.libraryFile == "/c/fiber/library.toml")
        #expect(xdg.storeFile == "/d/fiber/fiber.sqlite")
        let given = Directories(environment: ["XDG_DATA_HOME": "/d"], home: "/home/a", configuration: "/x", data: "/y")
        #expect(given.configurationFile == "/x/config.toml")
        #expect(given.storeFile == "/y/fiber.sqlite")
    }
}
