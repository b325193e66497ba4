import ArgumentParser
import Foundation
import TestSupport

/// Measures everything that has a target, beside the peers that are installed, and writes `docs/measurements.md`.
struct AllBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "all", abstract: "Measure everything and write the page of measurements.",
        discussion: """
            Takes about fifteen minutes on two idle cores, and four gigabytes in the directory for temporary files. A program \
            that is not installed is named in its row. What fails is reported in its row, and the rest is measured.
            """)

    @Option(help: "The built program, stripped.")
    var fiber: String

    @Option(help: "The page. Its generated part, between two marks, is replaced.")
    var page = "docs/measurements.md"

    @Option(help: "The number of tickets of the large store.")
    var tickets = 1_000_000

    @Option(help: "The number of seconds after which the memory is read.")
    var settle = 60

    @Flag(help: "Also measure a release build from nothing, which takes ten minutes more.")
    var build = false

    func run() async throws {
        let begin = ContinuousClock.now
        let scratch = try TemporaryDirectory()
        var rows: [Measurement] = []
        func add(_ what: String, _ measure: () async throws -> [Measurement]) async {
            let start = ContinuousClock.now
            do {
                let found = try await measure()
                for row in found { print(row.line) }
                rows += found
            } catch {
                print("\(what): \(error)")
                rows.append(Measurement(what: what, result: "not measured: \(Self.line(of: error))", command: ""))
            }
            print("  (\(rounded((ContinuousClock.now - start).seconds)) s)")
        }
        await add("size of the program") { [try size()] }
        await add("release build") { [try build ? ReleaseBuild().measure(in: scratch) : ReleaseBuild.unmeasured] }
        await add("parsing feeds") { try parse().measure() }
        await add("refreshing feeds") { try await feeds().measure() }
        await add("start") {
            let directory = "\(scratch.path)/small"
            _ = try await store(1000, in: directory).make()
            return try start(in: directory).measure(tickets: 1000, settle: 0)
        }
        await add("a large store") { try await measureLarge("\(scratch.path)/large") }
        await add("moving while feeds refresh") { try await terminal().measure() }
        await add("streams") { try await stream().measure() }
        await add("the engine") { try await engine().measure() }
        await add("queries") { try queries().measure() }
        print("\(rounded((ContinuousClock.now - begin).seconds)) s in all")
        try write(rows)
    }

    private func measureLarge(_ directory: String) async throws -> [Measurement] {
        let times = try await store(tickets, in: directory).make()
        var rows = [
            Measurement(
                what: "committing \(grouped(tickets)) tickets with 50 topics and 200 rules",
                result: "\(rounded(times.writing.seconds)) s",
                command: "FiberBench store --tickets \(tickets) --topics 50 --rules 200 --excerpts --settled"),
            Measurement(
                what: "matching stories of \(grouped(tickets)) tickets and indexing their words, in the background",
                result: "\(rounded(times.background.seconds)) s", command: "the same"),
        ]
        rows += try start(in: directory).measure(tickets: tickets, settle: settle)
        rows += try screen(in: directory).measure(tickets: tickets)
        // Lines of excerpts, as half of all feeds have; those of whole texts are measured with the feeds.
        let lines = ["--fiber", fiber, "--directory", directory, "--limit", "\(min(tickets, 200_000))"]
        rows += try LinesBench.parse(lines).measure(TemporaryDirectory())
        return rows
    }

    private func size() throws -> Measurement {
        let bytes = try FileManager.default.attributesOfItem(atPath: fiber)[.size] as? Int ?? 0
        return Measurement(
            what: "the program, stripped, with the static Swift library", previous: "53.7 MB",
            result: "\(rounded(Double(bytes) / 1_000_000)) MB",
            target: "≤ 45 MB, aim at 40", command: "make build")
    }

    // The commands parse their defaults.
    private func parse() throws -> ParseBench { try ParseBench.parse(["--fiber", fiber, "--rounds", "3"]) }
    private func feeds() throws -> FeedsBench { try FeedsBench.parse(["--fiber", fiber]) }
    private func terminal() throws -> TerminalBench { try TerminalBench.parse(["--fiber", fiber, "--idle", "20"]) }
    private func stream() throws -> StreamsBench { try StreamsBench.parse(["--fiber", fiber, "--seconds", "20"]) }
    private func engine() throws -> EngineBench { try EngineBench.parse([]) }
    private func queries() throws -> QueriesBench { try QueriesBench.parse([]) }

    private func store(_ tickets: Int, in directory: String) throws -> StoreBench {
        try StoreBench.parse([
            "--tickets", "\(tickets)", "--directory", directory, "--topics", "50", "--rules", "200", "--excerpts",
            "--settled",
        ])
    }

    private func start(in directory: String) throws -> StartBench {
        // A rule hides the newest ticket.
        try StartBench.parse(["--fiber", fiber, "--directory", directory, "--runs", "21", "--text", "Report 1 of"])
    }

    private func screen(in directory: String) throws -> ScreenBench {
        try ScreenBench.parse(["--fiber", fiber, "--directory", directory, "--runs", "20", "--seconds", "0"])
    }

    // MARK: The page

    private static let begin = "<!-- begin: written by make bench -->"
    private static let end = "<!-- end: written by make bench -->"

    private func write(_ rows: [Measurement]) throws {
        let url = URL(fileURLWithPath: page)
        let old = try String(contentsOf: url, encoding: .utf8)
        guard let begin = old.range(of: Self.begin), let end = old.range(of: Self.end),
            begin.upperBound <= end.lowerBound
        else { throw ValidationError("\(page) has no generated part.") }
        let table =
            ["| what | previous | result | target | peers | command |", "| --- | --- | --- | --- | --- | --- |"]
            + rows.map(\.row)
        let text = "\n\n\(Self.machine)\n\n\(table.joined(separator: "\n"))\n\n"
        try (old[..<begin.upperBound] + text + old[end.lowerBound...]).write(to: url, atomically: true, encoding: .utf8)
        print("\(page) is written.")
    }

    private static func line(of error: any Error) -> String {
        String("\(error)".split(separator: "\n").first ?? "unknown")
    }

    /// The date, the processor and its load.
    private static var machine: String {
        let date = "\(Date())".prefix(10)
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let model = field("model name", in: "/proc/cpuinfo") ?? "an unknown processor"
        let load = contents(of: "/proc/loadavg").split(separator: " ").first ?? "?"
        return "Measured on \(date) in one run on \(cores) cores of \(model); the load at the end was \(load)."
    }

    private static func field(_ name: String, in path: String) -> String? {
        contents(of: path).split(separator: "\n").first { $0.hasPrefix(name) }
            .flatMap { $0.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    private static func contents(of path: String) -> String {
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            return ""
        }
    }
}
