import TerminalTestSupport
import Testing

@Suite("The language of commands and screens", .ownThread, .serialized)
struct CommandLanguageTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

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
            (["mark", "foo", "x"], "«foo» no es un valor válido de <mark>. Elige entre read, unread, "),
            (["act", "zap", "y"], "«zap» no es un valor válido de <action>. Elige entre like, unlike, "),
            (["open", "zzz"], "«zzz» no es un valor válido de <place>. Elige entre timeline, item, "),
            (["timeline", "--combine", "some"], "«some» no es un valor válido de --combine. Elige entre any, all."),
        ])
    func wrongWord(arguments: [String], text: String) async throws {
        let refused = try await home.fiber(arguments, environment: ["LANG": "es_ES.UTF-8"])
        #expect(refused.status == 2 && refused.errors.hasPrefix("fiber: \(text)"), "\(refused)")
        #expect(!refused.errors.contains("Please provide"), "\(refused)")
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
}
