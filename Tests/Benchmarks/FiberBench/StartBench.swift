import ArgumentParser
import Foundation
import TerminalTestSupport
import TestSupport

/// Starts the real program on a pseudo-terminal repeatedly and measures the time to the first frame and the memory
/// used then.
struct StartBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Measure start to first frame, and resident memory.")

    @Option(help: "The program.")
    var fiber: String

    @Option(help: "The directory of its store and its library.")
    var directory: String

    @Option(help: "What stands on the first frame.")
    var text = "Report 0"

    @Option(help: "How often to start it.")
    var runs = 15

    @Option(help: "The terminal's size.")
    var size = "80x24"

    @Option(help: "How many keys to press after the first frame, each after the frame of the one before.")
    var keys = 0

    @Option(help: "How many seconds after the start the memory is read.")
    var settle = 0

    func run() throws {
        let starts = try starts()
        print("first frame: \(starts.times.summary); resident then: \(starts.kilobytes) KB (\(runs) runs)")
    }

    /// Returns the times to the first frame, and the median of the memory after ``settle``.
    func starts() throws -> (times: [Duration], kilobytes: Int) {
        let parts = size.split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2 else { throw ValidationError("--size takes COLUMNSxROWS.") }
        let home = try home()
        defer { withExtendedLifetime(home) {} }
        var times: [Duration] = []
        var resident: [Int] = []
        for _ in 0..<runs {
            let start = ContinuousClock.now
            let terminal = try PseudoTerminal(
                fiber, [], environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": home.path],
                width: parts[0],
                height: parts[1])
            try terminal.wait(for: text)
            times.append(ContinuousClock.now - start)
            for _ in 0..<keys {
                let before = terminal.screen
                try terminal.type("j")
                try terminal.wait(until: "the cursor elsewhere") { $0 != before }
            }
            if settle > 0 { _ = try terminal.bytes(during: .seconds(settle)) }
            resident.append(try residentKilobytes(of: terminal.process))
            try terminal.type("Q")
            _ = try terminal.waitForExit()
        }
        return (times, resident.sorted()[resident.count / 2])
    }

    /// Makes a home directory with the store and the library where Fiber looks for them without arguments, as most people
    /// start it.
    private func home() throws -> TemporaryDirectory {
        let home = try TemporaryDirectory()
        for parent in [".config", ".local/share"] {
            let path = home.path + "/" + parent
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: path + "/fiber", withDestinationPath: URL(fileURLWithPath: directory).path)
        }
        return home
    }

    /// Measures the start and the memory, beside `fiber --version` and the start of newsboat over `newsboat`.
    func measure(tickets: Int, settle: Int) throws -> [Measurement] {
        let scratch = try TemporaryDirectory()
        var bare: [Duration] = []
        for _ in 0..<max(runs, 9) { bare.append(try Program.time(fiber, ["--version"], home: scratch.path)) }
        let times = try starts().times
        let ratio = rounded(times.median / bare.median)
        var rows = [
            Measurement(
                what: "start to first frame, \(grouped(tickets)) tickets", previous: "67 to 108 ms: 5 to 8 ×",
                result: "\(times.summary): \(ratio) × `fiber --version`", target: "≤ 3 ×, aim at 2 ×",
                peers: "`fiber --version` median \(rounded(bare.median.milliseconds)) ms",
                command: "FiberBench start --fiber fiber --directory …")
        ]
        guard settle > 0 else { return rows }
        var long = self
        long.runs = 1
        long.settle = settle
        let kilobytes = try long.starts().kilobytes
        rows.append(
            Measurement(
                what: "resident memory \(settle) s after the start, \(grouped(tickets)) tickets",
                previous: "60 to 73 MB at 100,000",
                result: "\(rounded(Double(kilobytes) / 1000)) MB", target: "≤ 60 MB, aim at 50",
                command: "FiberBench start --settle \(settle) …"))
        return rows
    }

    /// Returns VmRSS from `/proc` in kilobytes.
    private func residentKilobytes(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
