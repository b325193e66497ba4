import Foundation
import TerminalTestSupport
import Testing

@Suite("Programs in the terminal of the built program", .ownThread, .serialized)
struct TerminalProgramTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    /// Writes a script into the directory of programs.
    private func script(_ name: String, _ text: String) throws {
        try home.write("#!/bin/sh\n\(text)\n", to: "bin/\(name)")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: "\(home.path)/bin/\(name)")
    }

    @Test("A terminal browser and an editor get the terminal, and the screen comes back")
    func suspended() async throws {
        try script("w3m", "printf 'PAGE %s\\n' \"$1\"; read answer; echo \"$answer\" > \"$HOME/answer\"")
        try script("editor", "printf 'EDITING %s\\n' \"$1\"; read answer; echo '[timeline]' > \"$1\"")
        try script("keep", "printf '%s|%s' \"$1\" \"$FIBER_TITLE\" > \"$HOME/kept\"; echo first >&2; exit 4")
        try home.write(
            "[[command]]\nname = \"keep\"\nkey = \"ctrl-k\"\nrun = [\"keep\", \"{title}\"]\n",
            to: ".config/fiber/config.toml")
        try home.write(
            #"{"title":"-x $(touch pwned)","url":"https://a.example/1","time":"2026-11-20T11:00:00Z"}"# + "\n",
            to: "lines.jsonl")
        _ = try await home.fiber("add", "file:\(home.path)/lines.jsonl")
        _ = try await home.fiber("refresh")
        let terminal = try home.terminal(environment: [
            "BROWSER": "w3m", "VISUAL": "editor", "PATH": "\(home.path)/bin:/usr/bin:/bin",
        ])
        try terminal.wait(for: "-x $(touch pwned)")
        try terminal.type("o")
        let page = try terminal.wait(for: "PAGE https://a.example/1")
        #expect(!page.isAlternate && !page.isMouseReported && page.isCursorVisible)
        // A key that Fiber would take for "quit".
        try terminal.type("Q\r")
        try terminal.wait(until: "Fiber has its screen again") {
            $0.isAlternate && $0.isMouseReported && $0.contains("-x $(touch pwned)")
        }
        #expect(try home.read("answer") == "Q\n")
        try terminal.type("\u{0b}")
        try terminal.wait(for: "keep ended with status 4: first")
        #expect(try home.read("kept") == " -x $(touch pwned)|-x $(touch pwned)")
        try terminal.type(":edit-config\r")
        try terminal.wait(for: "EDITING \(home.path)/.config/fiber/config.toml")
        try terminal.type("\r")
        try terminal.wait(until: "Fiber has its screen again") { $0.isAlternate && $0.contains("-x $(touch") }
        #expect(try home.read(".config/fiber/config.toml") == "[timeline]\n")
        try terminal.type("Q")
        #expect(try terminal.waitForExit() == .exited(0))
    }
}
