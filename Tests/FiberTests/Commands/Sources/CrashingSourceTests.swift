import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("Sources that crash the program", .ownThread, .timeLimit(.minutes(30)))
struct CrashingSourceTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Follows a file, and a command that crashes the program with the signal of a trap as long as a file says so.
    private func follow() async throws {
        try home.write(#"{"title":"A line","id":"1","time":"2026-11-20T10:00:00Z"}"# + "\n", to: "lines.jsonl")
        try home.write(
            "#!/bin/sh\n[ -e armed ] && kill -ILL $PPID && sleep 20\necho '{\"title\":\"Calm\"}'\n", to: "trap.sh")
        try home.write(
            """
            [[source]]
            id = "file:lines"
            url = "file:\(home.path)/lines.jsonl"

            [[source]]
            id = "command:trap"
            name = "Trap"
            url = "exec:sh trap.sh"
            """, to: ".config/fiber/library.toml")
        try home.write("", to: "armed")
    }

    private func crash() async throws {
        let outcome = try await home.shell("SWIFT_BACKTRACE=enable=no fiber refresh; echo status $?")
        #expect(outcome.output.contains("status 132"), "\(outcome)")
    }

    @Test("A source that has crashed the program twice is paused, named, and tried again when asked for")
    func paused() async throws {
        try await follow()
        try await crash()
        #expect(try await home.fiber("sources").output.contains("paused") == false)
        try await crash()
        let refreshed = try await home.fiber("refresh")
        #expect(refreshed.status == 0, "\(refreshed)")
        #expect(refreshed.errors.contains("Trap is paused: Fiber crashed twice while reading it"))
        #expect(refreshed.errors.contains("fiber refresh --source 'command:trap'"))
        #expect(try await home.fiber("timeline").output.contains("A line"))
        let sources = try await home.fiber("sources", "--json").objects
        #expect(sources.map { $0["paused"] as? Bool } == [false, true])
        #expect(sources.map { $0["pausedBy"] as? String } == [nil, "crashes"])
        #expect(try await home.fiber("sources").output.contains("fiber refresh --source"))
        let checked = try await home.fiber("doctor")
        #expect(checked.status == 1 && checked.output.contains("Trap is paused: Fiber crashed twice"), "\(checked)")
        // It still crashes the program: one more crash pauses it again.
        let again = try await home.shell(
            "SWIFT_BACKTRACE=enable=no fiber refresh --source Trap; echo status $?; fiber refresh")
        #expect(again.output.contains("status 132") && again.errors.contains("Trap is paused"), "\(again)")
        try FileManager.default.removeItem(atPath: home.path + "/armed")
        #expect(try await home.fiber("refresh", "--source", "Trap").status == 0)
        #expect(try await home.fiber("timeline").output.contains("Calm"))
        #expect(try await home.fiber("sources").output.contains("paused") == false)
        #expect(try await home.fiber("refresh").errors.contains("paused") == false)
    }

    @Test("The screen says that a source was paused, shows it so, and p tries it again")
    func screen() async throws {
        try await follow()
        try await crash()
        try await crash()
        try FileManager.default.removeItem(atPath: home.path + "/armed")
        let terminal = try home.terminal()
        try terminal.wait(for: "Trap is paused: Fiber crashed twice while reading it")
        try terminal.wait(for: "A line")
        try terminal.type(":sources\r")
        // The message on the timeline also says “paused”.
        try terminal.wait(until: "the list of sources") { $0.contains("7 days") && $0.contains("paused") }
        try terminal.type("jp")
        try terminal.wait(for: "Resumed Trap")
        try terminal.type("r")
        try terminal.wait(until: "the source is read") {
            !$0.contains("not requested yet") && !$0.contains("paused")
        }
        try terminal.quit()
    }

    @Test("Killing the program pauses no source")
    func killed() async throws {
        try await follow()
        try home.write(
            "#!/bin/sh\n[ -e armed ] && kill -KILL $PPID && sleep 20\necho '{\"title\":\"Calm\"}'\n", to: "trap.sh")
        for _ in 0..<3 {
            #expect(try await home.shell("fiber refresh; echo status $?").output.contains("status 137"))
        }
        try FileManager.default.removeItem(atPath: home.path + "/armed")
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("sources").output.contains("paused") == false)
    }
}
