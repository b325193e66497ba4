import ArgumentParser
import Foundation
import ScenarioServer
import TestSupport

/// Measures fetching, parsing and storing feeds from the loopback, compared with other readers.
struct FeedsBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feeds",
        abstract: "Measure `fiber refresh` beside `newsboat -x reload`, and unchanged feeds beside `curl --parallel`.")

    @Option(help: "The built program.")
    var fiber: String

    @Option(help: "How many feeds are fetched into an empty store.")
    var feeds = 67

    @Option(help: "How many items each of them has.")
    var items = 1000

    @Option(help: "How many unchanged feeds are asked for.")
    var unchanged = 1000

    @Option(help: "How many rules hide tickets in a second comparison; 0 for none. newsboat takes minutes for many.")
    var rules = 0

    @Option(help: "How often each program is run; the best run counts.")
    var rounds = 3

    func run() async throws {
        for measurement in try await measure() { print(measurement.line) }
    }

    func measure() async throws -> [Measurement] {
        let scratch = try TemporaryDirectory()
        let server = try await ScenarioServer()
        var maker = FeedMaker()
        var bytes = 0
        for feed in 0..<feeds {
            let document = maker.document(feed, items: items)
            bytes += document.utf8.count
            server.script("/full/\(feed).xml", .text(document, entityTag: "\"full-\(feed)\""))
        }
        for feed in 0..<unchanged {
            server.script("/same/\(feed).xml", .text(maker.document(feed, items: 5), entityTag: Self.tag))
        }
        var rows = try measureIngest(scratch, server, bytes)
        let lines = ["--fiber", fiber, "--directory", "\(scratch.path)/fiber-full-0", "--rounds", "\(rounds)"]
        rows += try LinesBench.parse(lines).measure(scratch)
        if rules > 0 { rows += try measureRules(scratch, server) }
        rows += try measureUnchanged(scratch, server)
        try await server.stop()
        return rows
    }

    private var command: String { "FiberBench feeds --fiber fiber" }

    private func measureIngest(_ scratch: TemporaryDirectory, _ server: ScenarioServer, _ bytes: Int) throws
        -> [Measurement]
    {
        let own = try best { round in try refresh(scratch, "full-\(round)", server, "full", feeds) }
        var beside = "newsboat is not installed"
        var ratio = ""
        if let newsboat = Program.find("newsboat") {
            let other = try best(min(rounds, 2)) { round in try reload(newsboat, scratch, round, server) }
            beside = "`newsboat -x reload` \(rounded(other.wall.seconds)) s"
            ratio = ": \(rounded(other.wall / own.wall)) × as fast"
        }
        let what =
            "refresh of \(feeds) feeds × \(grouped(items)) items (\(bytes / 1_000_000) MB) from loopback, durably"
        return [
            Measurement(
                what: what, previous: "6.1 to 7.0 s: 2.9 × as fast", result: "\(rounded(own.wall.seconds)) s\(ratio)",
                target: "≥ 6 × newsboat, aim at 10 ×",
                peers: beside, command: command),
            Measurement(
                what: "processor time of this refresh", previous: "7.1 s, 1.0 of two cores",
                result: "\(rounded(own.processor.seconds)) s, \(rounded(own.processor / own.wall)) of two cores",
                target: "≥ 1.6 cores", command: command),
        ]
    }

    private func measureUnchanged(_ scratch: TemporaryDirectory, _ server: ScenarioServer) throws -> [Measurement] {
        _ = try refresh(scratch, "same", server, "same", unchanged)
        let again = try best { _ in try refresh(scratch, "same", server, "same", unchanged) }
        let start = try best(9) { _ in try Program.run(fiber, ["--version"], home: scratch.path) }
        var beside = "curl is not installed; start \(rounded(start.wall.milliseconds)) ms"
        var ratio = ""
        if let curl = Program.find("curl") {
            let bare = try best { _ in try transfer(curl, scratch, server) }
            beside =
                "`curl --parallel` \(rounded(bare.wall.milliseconds)) ms; `fiber --version` \(rounded(start.wall.milliseconds)) ms"
            ratio = ": \(rounded((again.wall - start.wall) / bare.wall)) × curl plus the start"
        }
        return [
            Measurement(
                what: "refresh of \(grouped(unchanged)) unchanged feeds (304)", previous: "5.5 × curl",
                result: "\(rounded(again.wall.milliseconds)) ms\(ratio)", target: "≤ 1.5 × curl plus the start",
                peers: beside, command: command)
        ]
    }

    /// Measures the same with rules, which newsboat calls `ignore-article`.
    private func measureRules(_ scratch: TemporaryDirectory, _ server: ScenarioServer) throws -> [Measurement] {
        let own = try best(1) { round in try refresh(scratch, "rules-\(round)", server, "full", feeds, rules: rules) }
        var beside = "newsboat is not installed"
        if let newsboat = Program.find("newsboat") {
            let lines = (0..<rules).map { "ignore-article \"*\" \"\(IgnoreMaker.newsboat($0))\"" }
            let ignoring = "ignore-mode \"download\"\n" + lines.joined(separator: "\n")
            let other = try best(1) { round in
                try reload(newsboat, scratch, round, server, name: "ignoring", with: ignoring)
            }
            beside = "newsboat with as many `ignore-article` \(rounded(other.wall.seconds)) s"
        }
        return [
            Measurement(
                what: "the same refresh with \(rules) rules, of which \((rules + 9) / 10) hide something",
                result: "\(rounded(own.wall.seconds)) s", peers: beside, command: "\(command) --rules \(rules)")
        ]
    }

    private static let tag = "\"same\""

    private func best(_ count: Int? = nil, _ run: (Int) throws -> RunTime) throws -> RunTime {
        var best = try run(0)
        for round in 1..<max(2, count ?? rounds) where round < count ?? rounds { best = try run(round).best(best) }
        return best
    }

    private func refresh(
        _ scratch: TemporaryDirectory, _ name: String, _ server: ScenarioServer, _ kind: String, _ count: Int,
        rules: Int = 0
    ) throws -> RunTime {
        let directory = "\(scratch.path)/fiber-\(name)"
        if !FileManager.default.fileExists(atPath: directory) {
            let library = (0..<count)
                .map { "[[source]]\nid = \"feed:bench-\($0)\"\nurl = \"\(server.url("/\(kind)/\($0).xml"))\"\n" }
            let hiding = (0..<rules).map { "\n[[rule]]\nname = \"\($0)\"\nquery = '\(IgnoreMaker.fiber($0))'\n" }
            try scratch.write((library + hiding).joined(separator: "\n"), to: "fiber-\(name)/library.toml")
        }
        return try Program.run(fiber, ["refresh", "--config", directory, "--data", directory], home: scratch.path)
    }

    private func reload(
        _ newsboat: String, _ scratch: TemporaryDirectory, _ round: Int, _ server: ScenarioServer,
        name: String = "newsboat", with settings: String = ""
    ) throws -> RunTime {
        let urls = (0..<feeds).map { server.url("/full/\($0).xml") }.joined(separator: "\n")
        try scratch.write(urls + "\n", to: "\(name)-\(round)/urls")
        try scratch.write("reload-threads 8\n\(settings)\n", to: "\(name)-\(round)/config")
        return try run(newsboat, "\(scratch.path)/\(name)-\(round)", ["reload"], home: scratch.path)
    }

    private func run(
        _ newsboat: String, _ directory: String, _ commands: [String], home: String
    ) throws -> RunTime {
        try Program.run(
            newsboat,
            ["-u", "\(directory)/urls", "-C", "\(directory)/config", "-c", "\(directory)/cache.db", "-x"] + commands,
            home: home)
    }

    private func transfer(_ curl: String, _ scratch: TemporaryDirectory, _ server: ScenarioServer) throws -> RunTime {
        let requests = (0..<unchanged).map { "url = \"\(server.url("/same/\($0).xml"))\"\noutput = \"/dev/null\"\n" }
        try scratch.write(requests.joined(), to: "curl.conf")
        return try Program.run(
            curl, ["--silent", "--parallel", "-H", "If-None-Match: \(Self.tag)", "-K", "\(scratch.path)/curl.conf"],
            home: scratch.path)
    }
}

/// Rules about ``FeedMaker``'s texts in the syntax of either program; every tenth matches an item in each feed.
private enum IgnoreMaker {
    static func fiber(_ number: Int) -> String {
        number % 10 == 0
            ? "title:\"report \(number) of\"" : "title:nobody\(number) OR text:\"never said \(number)\""
    }

    /// A filter expression in quotation marks.
    static func newsboat(_ number: Int) -> String {
        number % 10 == 0
            ? "title =~ \\\"report \(number) of\\\""
            : "title =~ \\\"nobody\(number)\\\" or content =~ \\\"never said \(number)\\\""
    }
}
