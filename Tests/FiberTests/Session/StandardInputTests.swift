import TerminalTestSupport
import Testing

@Suite("Standard input as a timeline of the built program", .ownThread, .serialized)
struct StandardInputTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("Standard input is a growing timeline while keys come from the terminal")
    func standardInput() throws {
        try home.write("", to: "go")
        let fiber = try BuiltProduct.path("fiber")
        let first = #"{"title":"First line","time":"2026-11-20T10:00:00Z"}"#
        let second = #"{"title":"Second line","time":"2026-11-20T11:00:00Z"}"#
        let terminal = try home.terminal(
            program: "/bin/sh",
            "-c",
            "{ echo '\(first)'; while test -e \(home.path)/go; do sleep 0.05; done; echo '\(second)'; } | \(fiber) -")
        try terminal.wait(for: "First line")
        try home.remove("go")
        // If the first line was loaded before the screen opened, it stays in place and the second appears above it.
        try terminal.wait(until: "the second line has come") { $0.contains("Second line") || $0.contains("↑ 1") }
        try terminal.type("g")
        try terminal.wait(for: "Second line")
        try terminal.quit()
        #expect(terminal.modes == terminal.modesBefore)
    }

    @Test("Standard input has its name in the language of the screens")
    func nameOfStandardInput() throws {
        try home.write("[appearance]\nlanguage = \"es\"\n", to: ".config/fiber/config.toml")
        let fiber = try BuiltProduct.path("fiber")
        let line = #"{"title":"First line","time":"2026-11-20T10:00:00Z"}"#
        let terminal = try home.terminal(program: "/bin/sh", "-c", "echo '\(line)' | \(fiber) -")
        try terminal.wait(until: "the line has its source") {
            $0.contains("First line") && $0.contains("entrada estándar")
        }
        try terminal.quit()
    }
}
