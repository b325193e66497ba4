import ArgumentParser
import Foundation
import TestSupport

/// Measures printing every ticket as JSON, beside the tools that print the same rows.
struct LinesBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lines",
        abstract: "Measure `timeline --json`, `export` and `search --json` beside `sqlite3 -json` and `jq -c .`.")

    @Option(help: "The built program.")
    var fiber: String

    @Option(help: "The directory of a store and its library, as `feeds` makes them.")
    var directory: String

    @Option(help: "How often each program is run; the best run counts.")
    var rounds = 3

    @Option(help: "How many tickets are printed. `export`, which prints all, is then left out.")
    var limit: Int?

    func run() throws {
        for measurement in try measure(try TemporaryDirectory()) { print(measurement.line) }
    }

    func measure(_ scratch: TemporaryDirectory) throws -> [Measurement] {
        let printed = "\(scratch.path)/lines"
        let limited = ["--json", "--limit", "\(limit ?? 100_000_000)"]
        _ = try own(["timeline"] + limited, scratch, output: printed)
        let data = try Data(contentsOf: URL(fileURLWithPath: printed))
        let count = data.count { $0 == 0x0a }
        var rows = [
            ("`timeline --json`", try best { try own(["timeline"] + limited, scratch) }),
            ("`search --json`", try best { try own(["search"] + limited + ["date:2000-01-01.."], scratch) }),
        ]
        if limit == nil { rows.insert(("`export`", try best { try own(["export"], scratch) }), at: 1) }
        var peers: [String] = []
        if let jq = Program.find("jq") {
            let time = try Program.run(jq, ["-c", "."], input: printed, home: scratch.path)
            peers.append("`jq -c .` \(speed(time.processor, count)) lines/s")
        }
        if let sqlite = Program.find("sqlite3") {
            let sql = "SELECT * FROM place JOIN content USING (id) ORDER BY age LIMIT \(count)"
            let time = try Program.run(
                sqlite, ["-json", "\(directory)/fiber.sqlite", sql], home: scratch.path)
            peers.append("`sqlite3 -json` of the rows \(speed(time.processor, count)) lines/s")
        }
        return rows.map { name, time in
            Measurement(
                what: "\(name), \(grouped(count)) tickets (\(data.count / 1_000_000) MB)", previous: "11,600 lines/s",
                result:
                    "\(speed(time.processor, count)) lines/s on one core; \(rounded(time.wall.seconds)) s on the clock",
                target: "≥ 100,000 lines/s on one core",
                peers: peers.isEmpty ? "jq is not installed" : peers.joined(separator: "; "),
                command: "FiberBench lines --fiber fiber --directory …")
        }
    }

    private func speed(_ time: Duration, _ count: Int) -> String {
        grouped(Int(Double(count) / time.seconds))
    }

    private func best(_ run: () throws -> RunTime) throws -> RunTime {
        var best = try run()
        for _ in 1..<max(2, rounds) { best = try run().best(best) }
        return best
    }

    private func own(_ arguments: [String], _ scratch: TemporaryDirectory, output: String? = nil) throws -> RunTime {
        try Program.run(
            fiber, arguments + ["--config", directory, "--data", directory], output: output, home: scratch.path)
    }
}
