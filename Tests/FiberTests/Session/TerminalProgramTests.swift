import Foundation
import TerminalTestSupport
import Testing

@Suite("Programs that the built program starts", .ownThread, .serialized)
struct TerminalProgramTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Writes a script into the directory of programs.
    private func script(_ name: String, _ text: String) throws {
        try home.write("#!/bin/sh\n\(text)\n", to: "bin/\(name)")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: "\(home.path)/bin/\(name)")
    }

    /// Opens the timeline of one item with these programs of the environment.
    private func timeline(_ environment: [String: String] = [:]) async throws -> PseudoTerminal {
        try await home.follow([
            #"{"title":"-x $(touch pwned)","url":"https://a.example/1","time":"2026-11-20T11:00:00Z"}"#
        ])
        let path = ["PATH": "\(home.path)/bin:/usr/bin:/bin"]
        let terminal = try home.terminal(environment: path.merging(environment) { $1 })
        try terminal.wait(for: "-x $(touch pwned)")
        return terminal
    }

    @Test("A terminal browser gets the terminal and its keys, and the screen comes back")
    func browser() async throws {
        try script("w3m", "printf 'PAGE %s\\n' \"$1\"; read answer; echo \"$answer\" > \"$HOME/answer\"")
        let terminal = try await timeline(["BROWSER": "w3m"])
        try terminal.type("o")
        let page = try terminal.wait(for: "PAGE https://a.example/1")
        #expect(!page.isAlternate && !page.isMouseReported && page.isCursorVisible)
        // A key that Fiber would take for "quit".
        try terminal.type("Q\r")
        try terminal.wait(until: "Fiber has its screen again") {
            $0.isAlternate && $0.isMouseReported && $0.contains("-x $(touch pwned)")
        }
        #expect(try home.read("answer") == "Q\n")
        try terminal.quit()
    }

    @Test("o opens the link with the configured program, given by name or path")
    func configuredBrowser() async throws {
        try home.write(
            "[browser]\ncommand = [\"/bin/sh\", \"-c\", 'echo \"$0\" > ~/opened; exit 3']\n",
            to: ".config/fiber/config.toml")
        try await home.follow([#"{"title":"A line","time":"2026-11-20T10:00:00Z","url":"https://a.example/1"}"#])
        let terminal = try home.terminal()
        try terminal.wait(for: "A line")
        try terminal.type("o")
        // The failure message shows that the program has run.
        try terminal.wait(for: "could not open")
        try terminal.quit()
        #expect(try home.read("opened") == "https://a.example/1\n")
    }

    @Test("A command of the user gets the item without a shell, and its failure is shown")
    func userCommand() async throws {
        try script("keep", "printf '%s|%s' \"$1\" \"$FIBER_TITLE\" > \"$HOME/kept\"; echo first >&2; exit 4")
        try home.write(
            "[[command]]\nname = \"keep\"\nkey = \"ctrl-k\"\nrun = [\"keep\", \"{title}\"]\n",
            to: ".config/fiber/config.toml")
        let terminal = try await timeline()
        try terminal.type("\u{0b}")
        try terminal.wait(for: "keep ended with status 4: first")
        #expect(try home.read("kept") == " -x $(touch pwned)|-x $(touch pwned)")
        try terminal.quit()
    }

    @Test(
        "After a piped command any key brings the screen back, without an echo and as nothing else",
        arguments: ["\u{1b}", "\u{1b}OA", "Q", "é"])
    func anyKey(_ key: String) async throws {
        let terminal = try await timeline()
        try terminal.type("|echo said\r")
        try terminal.wait(for: "Press any key to return to Fiber.")
        let start = terminal.output.count
        try terminal.type(key)
        try terminal.wait(until: "Fiber has its screen again") { $0.isAlternate && $0.contains("-x $(touch pwned)") }
        #expect(!String(decoding: terminal.output[start...], as: UTF8.self).contains("^["))
        try terminal.quit()
    }

    @Test("An editor gets the configuration file and the terminal, and the screen comes back")
    func editor() async throws {
        try script("editor", "printf 'EDITING %s\\n' \"$1\"; read answer; echo '[timeline]' > \"$1\"")
        try home.write("[appearance]\n", to: ".config/fiber/config.toml")
        let terminal = try await timeline(["VISUAL": "editor"])
        try terminal.type(":edit-config\r")
        try terminal.wait(for: "EDITING \(home.path)/.config/fiber/config.toml")
        try terminal.type("\r")
        try terminal.wait(until: "Fiber has its screen again") { $0.isAlternate && $0.contains("-x $(touch") }
        #expect(try home.read(".config/fiber/config.toml") == "[timeline]\n")
        try terminal.quit()
    }
}
