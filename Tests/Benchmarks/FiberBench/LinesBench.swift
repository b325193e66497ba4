import ArgumentParser
import Foundation

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

    func run() throws {
        for measurement in try measure(try ScratchDirectory(), lines: nil) { print(measurement.line) }
    }

    /// - Parameter lines: The number of tickets, or `nil` to count them.
    func measure(_ scratch: ScratchDirectory, lines: Int?) throws -> [Measurement] {
        let printed = "\(scratch.path)/lines"
        let all = ["timeline", "--json", "--limit", "100000000"]
        _ = try own(all, scratch, output: printed)
        let data = try Data(contentsOf: URL(fileURLWithPath: printed))
        let count = lines ?? data.count { $0 == 0x0a }
        let timeline = try best { try own(all, scratch) }
        let export = try best { try own(["export"], scratch) }
        let search = try best { try own(["search", "--json", "--limit", "100000000", "date:2000-01-01.."], scratch) }
        var peers: [String] = []
        if let jq = Program.find("jq") {
            let time = try Program.run(jq, ["-c", "."], input: printed, home: scratch.path)
            peers.append("`jq -c .` \(speed(time.processor, count)) lines/s")
        }
        if let sqlite = Program.find("sqlite3") {
            let sql = "SELECT * FROM place JOIN content USING (id) ORDER BY age"
            let time = try Program.run(
                sqlite, ["-json", "\(directory)/fiber.sqlite", sql], home: scratch.path)
            peers.append("`sqlite3 -json` of the rows \(speed(time.processor, count)) lines/s")
        }
        let rows: [(String, RunTime)] = [
            ("`timeline --json`", timeline), ("`export`", export), ("`search --json`", search),
        ]
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

    private func own(_ arguments: [String], _ scratch: ScratchDirectory, output: String? = nil) throws -> RunTime {
        try Program.run(
            fiber, arguments + ["--config", directory, "--data", directory], output: output, home: scratch.path)
    }
}
