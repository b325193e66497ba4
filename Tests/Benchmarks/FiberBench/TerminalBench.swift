import ArgumentParser
import Foundation
import ScenarioServer
import TerminalTestSupport
import TestSupport

/// Counts the bytes that programs send to the terminal per key and while idle, and measures keys while a thousand
/// sources are refreshed.
struct TerminalBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "terminal",
        abstract: "Count bytes for a move beside newsboat and tig, and wake-ups while idle; move during a refresh.")

    @Option(help: "The built program.")
    var fiber: String

    @Option(help: "How many sources are asked while keys are pressed.")
    var sources = 1000

    @Option(help: "How many keys are pressed for each figure.")
    var keys = 100

    @Option(help: "How long nobody presses a key, in seconds.")
    var idle = 60

    @Option(help: "How long a source takes to answer while keys are pressed, in milliseconds.")
    var latency = 20

    @Flag(help: "Only press keys while sources are asked.")
    var onlyMoving = false

    private static let size = (width: 200, height: 60)

    func run() async throws {
        for measurement in try await measure() { print(measurement.line) }
    }

    func measure() async throws -> [Measurement] {
        let scratch = try TemporaryDirectory()
        let server = try await ScenarioServer()
        var maker = FeedMaker()
        server.script("/one.xml", .text(maker.document(0, items: 1000)))
        for source in 0..<sources {
            let feed = Scenario.text(maker.document(source, items: 20))
            server.script("/many/\(source).xml", .late(by: .milliseconds(latency), then: feed))
        }
        var rows: [Measurement] = []
        if !onlyMoving { rows += try await countBytes(scratch, server) }
        try await ScenarioServer.yieldToOthers()
        rows.append(try measureMoving(try own("many", (0..<sources).map { server.url("/many/\($0).xml") }, scratch)))
        try await server.stop()
        return rows
    }

    private var command: String { "FiberBench terminal --fiber fiber" }

    // MARK: Bytes

    private func countBytes(_ scratch: TemporaryDirectory, _ server: ScenarioServer) async throws -> [Measurement] {
        let one = try own("one", [server.url("/one.xml")], scratch)
        let reader = try open(fiber, ["--config", one, "--data", one], in: one)
        try reader.wait(for: "Report 0")
        try quiet(reader)
        let bytes = try countBytes(reader)
        let idling = try measureIdling(reader)
        try end(reader, "Q")
        var peers: [String] = []
        if let newsboat = Program.find("newsboat") {
            peers.append("newsboat \(try countBytes(ofNewsboat: newsboat, scratch, server))")
        }
        if let tig = Program.find("tig"), let bytes = try countBytes(ofTig: tig, scratch) {
            peers.append("tig \(bytes)")
        }
        return [
            Measurement(
                what: "bytes to the terminal for one row down, \(Self.size.width) × \(Self.size.height)",
                previous: "median 776, mean 770, of a repeated sentence", result: bytes,
                peers: peers.joined(separator: "; "), command: command),
            idling,
        ]
    }

    private func countBytes(_ terminal: PseudoTerminal) throws -> String {
        var counts: [Int] = []
        for _ in 0..<keys {
            try terminal.type("j")
            counts.append(try quiet(terminal))
        }
        counts.sort()
        let mean = counts.reduce(0, +) / max(1, counts.count)
        return "median \(counts[counts.count / 2]), mean \(mean)"
    }

    private func countBytes(ofNewsboat newsboat: String, _ scratch: TemporaryDirectory, _ server: ScenarioServer) throws
        -> String
    {
        let directory = "\(scratch.path)/newsboat"
        try scratch.write(server.url("/one.xml") + "\n", to: "newsboat/urls")
        try scratch.write("auto-reload no\nbind-key j down\n", to: "newsboat/config")
        let files = ["-u", "\(directory)/urls", "-C", "\(directory)/config", "-c", "\(directory)/cache.db"]
        _ = try Program.time(newsboat, files + ["-x", "reload"], home: directory)
        let terminal = try open(newsboat, files, in: directory)
        try terminal.wait(for: "(1000/1000)")
        try terminal.press(.enter)
        try terminal.wait(for: "Report 3")
        try quiet(terminal)
        let bytes = try countBytes(terminal)
        try end(terminal, "qqq")
        return bytes
    }

    private func countBytes(ofTig tig: String, _ scratch: TemporaryDirectory) throws -> String? {
        let directory = "\(scratch.path)/tig"
        let author = ["-c", "user.name=Bench", "-c", "user.email=bench@example.com"]
        try scratch.write("", to: "tig/.keep")
        guard let git = Program.find("git") else { return nil }
        _ = try Program.time(git, ["init", "-q", directory], home: directory)
        for commit in 0..<(keys + Self.size.height) {
            let message = "Report \(commit) of 0: what the day brought"
            _ = try Program.time(
                git, ["-C", directory] + author + ["commit", "-q", "--allow-empty", "-m", message], home: directory)
        }
        let terminal = try open(tig, ["-C", directory], in: directory)
        try terminal.wait(for: "Report \(keys + Self.size.height - 1)")
        try quiet(terminal)
        let bytes = try countBytes(terminal)
        try end(terminal, "Q")
        return bytes
    }

    // MARK: Idling

    private func measureIdling(_ terminal: PseudoTerminal) throws -> Measurement {
        let before = try wakeUps(of: terminal.process)
        let written = try terminal.bytes(during: .seconds(idle)).count
        let wakeUps = try wakeUps(of: terminal.process).map { $1 - before[$0, default: 0] }.reduce(0, +)
        return Measurement(
            what: "idle for \(idle) s", previous: "0 bytes",
            result: "\(written) bytes to the terminal, \(wakeUps) wake-ups",
            target: "no bytes; only the clock's wake-ups", command: command)
    }

    /// Returns the number of voluntary context switches of each thread, which equals its number of wake-ups.
    private func wakeUps(of process: Int32) throws -> [String: Int] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
            .reduce(into: [:]) { counts, thread in
                let status = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)
                let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
                counts[thread] = line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
            }
    }

    // MARK: Moving during a refresh

    private func measureMoving(_ directory: String) throws -> Measurement {
        let terminal = try open(fiber, ["--config", directory, "--data", directory], in: directory)
        let progress = "/\(grouped(sources)) "
        try terminal.wait(for: progress)
        try terminal.wait(for: "Report ")
        var times: [Duration] = []
        while terminal.screen.contains(progress) {
            let before = body(terminal.screen)
            let key = times.count % 20 < 10 ? "j" : "k"
            times.append(
                try terminal.time(of: key, until: "the cursor elsewhere") {
                    body($0) != before || !$0.contains(progress)
                })
            _ = try terminal.bytes(during: .milliseconds(15))
        }
        try end(terminal, "Q")
        return Measurement(
            what:
                "key to painted frame, \(Self.size.width) × \(Self.size.height), while \(grouped(sources)) feeds refresh",
            previous: "p99 5.9 to 7.8 ms, max 8.3 to 9.7 ms", result: "\(times.summary) of \(times.count)",
            target: "p99 ≤ 8 ms, none over 16 ms",
            peers: "60 frames/s: 16.7 ms",
            command: "\(command) --only-moving")
    }

    /// The rows between the bars as cells, since the cursor is only a change of colour.
    private func body(_ screen: TerminalScreen) -> ArraySlice<TerminalScreen.Cell> {
        screen.cells[screen.width * 2..<screen.width * (screen.height - 2)]
    }

    // MARK: Programs

    /// Creates a directory in which these sources are followed and were read once.
    private func own(_ name: String, _ urls: [String], _ scratch: TemporaryDirectory) throws -> String {
        let directory = "\(scratch.path)/\(name)"
        let library = urls.enumerated().map { "[[source]]\nid = \"feed:bench-\($0)\"\nurl = \"\($1)\"\n" }
        try scratch.write(library.joined(separator: "\n"), to: "\(name)/library.toml")
        _ = try Program.time(fiber, ["refresh", "--config", directory, "--data", directory], home: scratch.path)
        return directory
    }

    private func open(_ program: String, _ arguments: [String], in home: String) throws -> PseudoTerminal {
        try PseudoTerminal(
            program, arguments,
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": home, "PATH": "/usr/bin:/bin"],
            width: Self.size.width, height: Self.size.height)
    }

    /// Reads until no more output comes, and returns the number of bytes.
    @discardableResult
    private func quiet(_ terminal: PseudoTerminal) throws -> Int {
        var count = 0
        while case let bytes = try terminal.bytes(during: .milliseconds(60)), !bytes.isEmpty { count += bytes.count }
        return count
    }

    private func end(_ terminal: PseudoTerminal, _ keys: String) throws {
        try terminal.type(keys)
        _ = try terminal.waitForExit()
    }
}
