import Foundation
import Testing

@Suite("Wrong files of the user on the command line")
struct WrongFileTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("With a broken configuration a command does nothing, reports the line and leaves the file unchanged")
    func brokenConfiguration() async throws {
        try home.write("[timeline]\nrefresh-minutes = soon\n", to: ".config/fiber/config.toml")
        for command in ["refresh", "timeline", "sources"] {
            let outcome = try await home.fiber(command)
            #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errors.contains("config.toml:2:"), "\(outcome)")
        }
        #expect(try home.read(".config/fiber/config.toml") == "[timeline]\nrefresh-minutes = soon\n")
    }

    @Test("A wrong value in config.toml is reported with its line, and the default applies")
    func wrongValue() async throws {
        try home.write("[appearance]\ndensity = \"roomie\"\n", to: ".config/fiber/config.toml")
        let outcome = try await home.fiber("sources")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("config.toml:2:11: appearance.density takes"))
        #expect(outcome.errors.contains("Did you mean “roomy”? Until the line is corrected, the default holds"))
    }

    @Test("Doctor checks the user's keys and row layouts without a screen")
    func wrongKeysAndRows() async throws {
        let rows = "[rows]\nregular = [\"{title}\"]\n"
        try home.write("[keys.timeline]\n\"Z\" = \"down\"\n" + rows, to: ".config/fiber/config.toml")
        let valid = try await home.fiber("doctor")
        #expect(valid.status == 0, "\(valid.output)\(valid.errors)")
        try home.write(
            "[keys.timeline]\n\"Z\" = \"toggle-stra\"\n[appearance]\nthem = \"dusk\"\n[rows]\nregular = [\"{titel}\"]\n",
            to: ".config/fiber/config.toml")
        let invalid = try await home.fiber("doctor")
        #expect(invalid.status == 3)
        #expect(invalid.output.contains("config.toml:2:7: There is no command called “toggle-stra”"))
        #expect(invalid.output.contains("Did you mean “toggle-star”?"))
        #expect(invalid.output.contains("config.toml:4:1: There is no setting “appearance.them”"))
        #expect(invalid.output.contains("config.toml:6:11: rows.regular, line 1"))
    }

    @Test("The last crash is named by doctor with its record, and is no failure")
    func lastCrash() async throws {
        #expect(try await !home.fiber("doctor").output.contains("last crash"))
        try home.write("signal 11\ncode 1\n", to: ".local/state/fiber/crash-2000000001")
        let outcome = try await home.fiber("doctor")
        let line = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("last crash ") })
        #expect(line.contains("/.local/state/fiber/crash-2000000001") && line.hasSuffix("signal SIGSEGV"), "\(line)")
        #expect(outcome.output.contains(":report-problem"))
        #expect(outcome.status == 0 && outcome.output.contains("No problems found."), "\(outcome)")
    }

    @Test("A key that few terminals send is pointed out by doctor, and is no failure")
    func rareKey() async throws {
        try home.write(
            """
            [keys.timeline]
            "ctrl-é" = "top"
            "é" = "down"
            "ctrl-1" = "bottom"
            "ctrl-_" = "bottom"

            """, to: ".config/fiber/config.toml")
        let outcome = try await home.fiber("doctor")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains(/config\.toml:2:\d+: few terminals send “ctrl-é”\./), "\(outcome)")
        #expect(outcome.output.contains("few terminals send “ctrl-1”."), "\(outcome)")
        #expect(!outcome.output.contains("send “é”") && !outcome.output.contains("send “ctrl-_”"), "\(outcome)")
    }

    @Test("A key that terminals send as another one, or never, is pointed out by doctor with what to do")
    func unsentKeys() async throws {
        try home.write(
            """
            [keys.timeline]
            "ctrl-i" = "top"
            "g ctrl-É" = "bottom"
            "ctrl-m" = ""
            [[command]]
            name = "shout"
            run = ["true"]
            key = "ctrl-shift-x"

            """, to: ".config/fiber/config.toml")
        let outcome = try await home.fiber("doctor")
        #expect(outcome.status == 0, "\(outcome)")
        for text in [
            "terminals send “ctrl-i” as “tab”. Use that, or choose another key.",
            "no terminal sends “g ctrl-É”. Choose another key.",
            "terminals send “ctrl-shift-x” as “ctrl-x”. Use that, or choose another key.",
        ] {
            #expect(outcome.output.contains(text), "\(outcome)")
        }
        #expect(!outcome.output.contains("ctrl-m"), "\(outcome)")
    }

    @Test("Doctor names the broken one of the two files")
    func brokenFile() async throws {
        try home.write("[[source]\n", to: ".config/fiber/library.toml")
        let library = try await home.fiber("doctor")
        let lines = library.output.split(separator: "\n")
        #expect(library.status == 3 && lines.contains { $0.hasPrefix("library ") }, "\(library)")
        #expect(lines.contains { $0.hasPrefix("configuration ") && $0.hasSuffix("  ok") }, "\(library)")
        try home.write("[appearance\n", to: ".config/fiber/config.toml")
        let configuration = try await home.fiber("doctor")
        #expect(configuration.status == 3 && configuration.output.contains("\nconfiguration "), "\(configuration)")
    }

    @Test("Notes or people that cannot be read fail the commands that print them, and queries about them warn")
    func unreadableNotes() async throws {
        try home.write("[[note", to: ".config/fiber/notes.toml")
        try home.write("[[person", to: ".config/fiber/people.toml")
        for (arguments, file) in [
            (["notes"], "notes.toml:1:"), (["note", "hn:pg"], "notes.toml:1:"), (["people"], "people.toml:1:"),
            (["people", "unlink", "Ana"], "people.toml:1:"),
        ] {
            let outcome = try await home.fiber(arguments)
            #expect(outcome.status == 3 && outcome.output.isEmpty, "\(arguments): \(outcome)")
            #expect(outcome.errors.ranges(of: file).count == 1, "\(arguments): \(outcome)")
            #expect(!outcome.errors.contains("yet"), "\(arguments): \(outcome)")
        }
        for (query, file) in [
            ("person:Ana", "people.toml:1:"), ("note:x", "notes.toml:1:"), ("label:x", "notes.toml:1:"),
        ] {
            let found = try await home.fiber("search", query)
            #expect(found.status == 0 && found.errors.contains("fiber: warning: "), "\(query): \(found)")
            #expect(found.errors.contains(file), "\(query): \(found)")
        }
        #expect(try await !home.fiber("search", "Ana").errors.contains("warning"))
    }

    @Test("A misspelt name in a theme is reported with its line and the nearest name")
    func wrongTheme() async throws {
        let theme = "[colors]\naccent = \"#ff0000\"\n\n[looks.titel]\nbold = true\n"
        try home.write(theme, to: ".config/fiber/themes/mine.toml")
        let outcome = try await home.fiber("doctor")
        #expect(outcome.status == 3)
        #expect(outcome.output.contains("mine.toml:4:1: There is nothing called “titel” to style."))
        #expect(outcome.output.contains("Did you mean “title”?"))
    }

    @Test(
        "A command that only reads refuses a directory of the store that is not there, and makes no store",
        arguments: [["timeline"], ["search", "x"], ["export"], ["sources"], ["topics"], ["outbox"]])
    func missingData(arguments: [String]) async throws {
        let outcome = try await home.fiber(arguments + ["--data", "\(home.path)/mistyped"])
        #expect(outcome.status == 4 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.hasPrefix("fiber: There is no directory \(home.path)/mistyped"), "\(outcome)")
        #expect(throws: (any Error).self) { _ = try home.read("mistyped/fiber.sqlite") }
        try home.write("", to: "mistyped/empty")
        #expect(try await home.fiber(arguments + ["--data", "\(home.path)/mistyped"]).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/mistyped") == ["empty"])
        #expect(try await home.fiber(arguments).status == 0)
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/.local"), "nor is one made in the usual place")
    }

    @Test(
        "A command that only reads refuses a directory of settings that is not there, and one that changes makes it",
        arguments: [["sources"], ["account"], ["opml", "export"]])
    func missingConfiguration(arguments: [String]) async throws {
        let path = "\(home.path)/mistyped"
        let outcome = try await home.fiber(arguments + ["--config", path])
        #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.hasPrefix("fiber: There is no directory \(path)"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await home.fiber("topics", "add", "Tx", "text", "--config", path).status == 0)
        #expect(try await home.fiber("topics", "--config", path).output.hasPrefix("Tx  "))
    }

    @Test(
        "A file in the place of a directory is refused by every command, with its path",
        arguments: [["sources"], ["refresh"], ["doctor"], ["topics", "add", "Tx", "text"]], ["--config", "--data"])
    func fileInstead(arguments: [String], option: String) async throws {
        try home.write("", to: "file")
        let outcome = try await home.fiber(arguments + [option, "\(home.path)/file"])
        #expect(outcome.status == 2, "\(outcome)")
        let text = "fiber: \(option) takes a directory, but \(home.path)/file is a file.\n"
        #expect(outcome.errors.hasPrefix(text), "\(outcome)")
    }

    @Test("An empty path of a directory is refused instead of standing for the current directory")
    func emptyPath() async throws {
        for option in ["--config", "--data"] {
            let outcome = try await home.fiber("topics", "add", "Tx", "text", option, "")
            #expect(outcome.status == 2, "\(outcome)")
            #expect(outcome.errors.hasPrefix("fiber: The option \(option) needs a value.\nUsage: "), "\(outcome)")
        }
    }

    @Test("A store file of another program is left unchanged")
    func foreignStore() async throws {
        let diary = "not a database, but somebody's diary of considerable length"
        try home.write(diary, to: "data/fiber.sqlite")
        let outcome = try await home.fiber("refresh", "--data", "\(home.path)/data")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("data/fiber.sqlite"))
        #expect(try home.read("data/fiber.sqlite") == diary)
    }
}
