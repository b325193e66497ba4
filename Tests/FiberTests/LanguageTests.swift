import Testing

@Suite("The language of commands")
struct LanguageTests {
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
}
