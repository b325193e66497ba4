import FiberConfiguration
import Foundation
import Storage
import TerminalTestSupport
import Testing

@Suite("The language of commands and screens", .ownThread, .serialized)
struct CommandLanguageTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("Commands speak the language of the setting, and JSON is the same in each")
    func setting() async throws {
        #expect(try await home.fiber("sources").errors.contains("There are no sources yet."))
        try home.write("[appearance]\nlanguage = \"es\"\n", to: ".config/fiber/config.toml")
        #expect(try await home.fiber("sources").errors.contains("Todavía no sigues nada."))
        let missing = try await home.fiber("add", "file:/no/such/file")
        #expect(missing.status == 1 && missing.errors.contains("No existe el archivo /no/such/file."))
        try home.write(
            "[[source]]\nid = \"file:x\"\nurl = \"file:/no/such/file\"\n", to: ".config/fiber/library.toml")
        let refresh = try await home.fiber("refresh", "--json")
        let failed = try #require(try refresh.objects.first?["failed"] as? [[String: Any]])
        #expect(failed.first?["code"] as? String == "fileNotFound")
        #expect((failed.first?["reason"] as? String)?.hasPrefix("There is no file /no/such/file.") == true)
        #expect(try await home.fiber("doctor").output.contains("fuente"))
    }

    @Test(
        "A wrong word is refused in the language of the environment with all that there are, however many",
        arguments: [
            (["mark", "foo", "x"], "«foo» no es un valor válido de <marca>. Elige entre read, unread, "),
            (["act", "zap", "y"], "«zap» no es un valor válido de <acción>. Elige entre like, unlike, "),
            (["open", "zzz"], "«zzz» no es un valor válido de <lugar>. Elige entre timeline, item, "),
            (["timeline", "--combine", "some"], "«some» no es un valor válido de --combine. Elige entre any, all."),
        ])
    func wrongWord(arguments: [String], text: String) async throws {
        let refused = try await home.fiber(arguments, environment: ["LANG": "es_ES.UTF-8"])
        #expect(refused.status == 2 && refused.errors.hasPrefix("fiber: \(text)"), "\(refused)")
        #expect(!refused.errors.contains("Please provide"), "\(refused)")
    }

    @Test(
        "A missing argument has the name that the usage below gives it in the language of the environment",
        arguments: [(["rules", "test"], "<regla>"), (["source", "move"], "<fuente>")])
    func missingArgument(arguments: [String], place: String) async throws {
        let refused = try await home.fiber(arguments, environment: ["LANG": "es_ES.UTF-8"])
        #expect(refused.status == 2, "\(refused)")
        #expect(refused.errors.hasPrefix("fiber: Falta el argumento \(place).\n"), "\(refused)")
        let usage = refused.errors.range(of: "\nUso: ").map { refused.errors[$0.upperBound...] }
        #expect(usage?.contains(place) == true, "\(refused)")
    }

    @Test(
        "The language of wrong usage is that of the directory which the command line names",
        arguments: [
            ["--config", "DIRECTORY"], ["--config=DIRECTORY"], ["--config", "elsewhere", "--config", "DIRECTORY"],
        ])
    func namedDirectory(options: [String]) async throws {
        try home.write("[appearance]\nlanguage = \"es\"\n", to: "own/config.toml")
        let words = options.map { $0.replacing("DIRECTORY", with: "\(home.path)/own") }
        let refused = try await home.fiber(["timeline", "--limit", "0"] + words)
        #expect(refused.status == 2 && refused.errors.hasPrefix("fiber: --limit lleva"), "\(refused)")
        let other = try await home.fiber(["timeline", "--limit", "0", "--", "--config", "\(home.path)/own"])
        #expect(other.status == 2 && other.errors.hasPrefix("fiber: --limit takes"), "\(other)")
    }

    @Test("A language chosen on the settings screen is that of commands and help, until the file names another")
    func chosenOnScreen() async throws {
        let data = home.path + "/.local/share/fiber"
        try await choose("es")
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: data))
        #expect(try await home.fiber("search", "--help").output.hasPrefix("RESUMEN: "))
        #expect(try await home.fiber("timeline", "--limit", "0").errors.hasPrefix("fiber: --limit lleva"))
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: data)) == files)
        let elsewhere = try await home.fiber("timeline", "--limit", "0", "--data", home.path + "/elsewhere")
        #expect(elsewhere.errors.hasPrefix("fiber: --limit takes"), "\(elsewhere)")
        #expect(try await home.fiber("sources").errors.contains("Todavía no sigues nada."))
        #expect(try await home.fiber("doctor").output.contains("fuente"))

        let file = ".config/fiber/config.toml"
        try home.write("[appearance]\nlanguage = \"en\"\n", to: file)
        #expect(try await home.fiber("sources").errors.contains("There are no sources yet."))
        try await choose("es")
        #expect(try await home.fiber("sources").errors.contains("Todavía no sigues nada."))
        // As on the screens, a choice holds while the file cannot be read.
        try home.write("[appearance\n", to: file)
        let broken = try await home.fiber("sources")
        #expect(broken.status == 3 && broken.errors.contains("config.toml"), "\(broken)")
        #expect(try await home.fiber("timeline", "--limit", "0").errors.hasPrefix("fiber: --limit lleva"))
    }

    @Test("The effects of rules are listed in the language of the environment")
    func effects() async throws {
        try await home.follow([#"{"title":"A line","id":"1","time":"2026-11-20T10:00:00Z"}"#])
        let added = try await home.fiber(["rules", "add", "quiet", "line", "--effect", "muffle"])
        #expect(added.status == 0, "\(added)")
        let listed = try await home.fiber(["rules"], environment: ["LANG": "es_ES.UTF-8"])
        #expect(listed.output.hasPrefix("quiet  atenuar  line"), "\(listed)")
    }

    /// Stores a choice of a language as the settings screen does.
    private func choose(_ language: String) async throws {
        let configuration = try ConfigurationFile(path: home.path + "/.config/fiber/config.toml")
        var choices = SettingChoices()
        choices.choose(.choice(language), of: "appearance.language", over: configuration.settings)
        let store = try TrackDatabase(path: home.path + "/.local/share/fiber/fiber.sqlite")
        try await store.setSetting("settings", to: choices.text())
        try await store.close()
    }

    @Test("Hebrew is written from right to left by Fiber, or left to the terminal, as the setting says")
    func rightToLeft() async throws {
        try await home.follow([#"{"title":"שלום","id":"1","time":"2026-11-20T10:00:00Z"}"#])
        for (orderedBy, written) in [("fiber", "םולש"), ("terminal", "שלום")] {
            try home.write(
                "[appearance]\nright-to-left = \"\(orderedBy)\"\n", to: ".config/fiber/config.toml")
            let terminal = try home.terminal()
            try terminal.wait(for: written)
            try terminal.quit()
        }
    }

    @Test("In an ASCII locale, the program's own words have ASCII punctuation")
    func asciiLocale() async throws {
        for (locale, word) in [("C", "\"nowhere\""), ("C.UTF-8", "“nowhere”")] {
            let refused = try await home.fiber(["add", "nowhere"], environment: ["LC_ALL": locale])
            #expect(refused.status == 1 && refused.errors.contains(word), "\(refused)")
        }
    }
}
