import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("An open timeline of the built program follows changes made elsewhere", .ownThread, .serialized)
struct LiveTests {
    private let home: Home

    init() throws { home = try Home() }

    private static func line(_ id: Int, _ title: String) -> String {
        "{\"id\":\"\(id)\",\"time\":\"2026-11-20T1\(id):00:00Z\",\"title\":\"\(title)\"}\n"
    }

    @Test("A growing or replaced file is followed, and sources join and leave as library.toml says")
    func followed() async throws {
        let (first, second, third) = (
            Self.line(1, "first line"), Self.line(2, "second line"), Self.line(3, "third line")
        )
        try home.write(first, to: "log.jsonl")
        try home.write(Self.line(1, "other line"), to: "other.jsonl")
        _ = try await home.fiber("add", "file:~/log.jsonl")
        let terminal = try home.terminal()
        try terminal.wait(for: "first line")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: home.path + "/log.jsonl"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(second.utf8))
        try handle.close()
        // The ticket under the cursor stays in place, so new ones may be above the screen.
        try terminal.wait(until: "the second line has come") { $0.contains("1 new") || $0.contains("second line") }
        try terminal.type("g")
        try terminal.wait(for: "second line")
        try home.write(first + second + third, to: "log.jsonl")
        try terminal.wait(until: "the third line has come") { $0.contains("1 new") || $0.contains("third line") }
        try terminal.type("g")
        try terminal.wait(for: "third line")

        let added = try await home.fiber("add", "file:~/other.jsonl")
        #expect(added.status == 0, "\(added.errors)")
        try terminal.wait(for: "other line")
        _ = try await home.fiber("remove", "file:\(home.path)/other.jsonl")
        try terminal.wait(until: "the source has left") { !$0.contains("other line") }
        try terminal.quit()
    }

    @Test("A start without library.toml over a store with items says so")
    func lostLibrary() async throws {
        try home.write(Self.line(1, "first line"), to: "log.jsonl")
        _ = try await home.fiber("add", "file:~/log.jsonl")
        _ = try await home.fiber("refresh")
        try home.remove(".config/fiber/library.toml")
        let terminal = try home.terminal(width: 180)
        try terminal.wait(for: "is missing or empty")
        try terminal.quit()
    }

    @Test(
        "With an invalid config.toml the screen opens with defaults, reports the place, and leaves the file unchanged")
    func brokenConfiguration() async throws {
        let file = ".config/fiber/config.toml"
        let broken = "[appearance]\nascii = maybe\n"
        try home.write(broken, to: file)
        for arguments in [["demo"], []] {
            let terminal = try home.terminal(arguments: arguments, width: 130)
            try terminal.wait(for: "config.toml:2:")
            try terminal.quit()
        }
        #expect(try home.read(file) == broken)
        let doctor = try await home.fiber("doctor")
        #expect(doctor.output.contains("config.toml:2:"))
        #expect(doctor.status == 3)
    }

    @Test("Edits of config.toml and themes apply at once, and a broken file changes nothing")
    func configuration() async throws {
        try home.write(Self.line(1, "first line") + Self.line(2, "second line"), to: "log.jsonl")
        _ = try await home.fiber("add", "file:~/log.jsonl")
        let file = ".config/fiber/config.toml"
        let terminal = try home.terminal(width: 130)
        try terminal.wait(for: "second line")
        try home.write("[rows]\nregular = [\"<{title}>\"]\n[keys.timeline]\n\"T\" = \"filtered\"\n", to: file)
        try terminal.wait(for: "<second line>")
        try terminal.type("T")
        try terminal.wait(until: "the key opens what it was given") { !$0.contains("<second line>") }
        try terminal.type("q")
        try terminal.wait(for: "<second line>")

        try home.write("[appearance]\ndensity = \n", to: file)
        try terminal.wait(until: "the error is shown with its line") { $0.contains("config.toml:2:") }
        #expect(terminal.screen.text.contains("<second line>"), "the last valid file applies")
        #expect(terminal.screen.text.contains("Until this is fixed, the previous settings"), "the message is complete")
        #expect(!terminal.screen.text.contains("try again"))

        try home.write("[rows]\nregular = [\"({title})\"]\n", to: file)
        try terminal.wait(until: "the corrected file applies") { $0.contains("(second line)") }
        try terminal.wait(for: "valid again")
        #expect(!terminal.screen.text.contains("config.toml:2:"), "a corrected error is not shown any more")

        try home.write("[appearance]\ndensity = \"huge\"\n[rows]\nregular = [\"({title})\"]\n", to: file)
        try terminal.wait(until: "the wrong value is shown with its place") { $0.contains("config.toml:2:11") }
        #expect(terminal.screen.text.contains("(second line)"), "the rest of the file applies")
        try home.write("[network]\nparallel = 3\n[rows]\nregular = [\"({title})\"]\n", to: file)
        try terminal.wait(for: "Takes effect at the next start: network.parallel")

        // A theme in a new directory, chosen before its file exists.
        try home.write("[rows]\nregular = [\"{title}!\"]\n[appearance]\ntheme = \"mine\"\n", to: file)
        try terminal.wait(for: "There is no theme called “mine”")
        try home.write("[colors]\nbackground = \"#010203\"\n", to: ".config/fiber/themes/mine.toml")
        try terminal.wait(until: "the theme is drawn") { $0.cell(50, 20).background == .rgb(0x010203) }
        try home.write("[colors]\nbackground = \"#040506\"\n", to: ".config/fiber/themes/mine.toml")
        try terminal.wait(until: "the changed theme is drawn") { $0.cell(50, 20).background == .rgb(0x040506) }
        try terminal.quit()
    }
}
