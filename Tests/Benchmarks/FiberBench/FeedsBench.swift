import ArgumentParser
import Foundation
import ScenarioServer

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

    @Option(help: "How many rules hide tickets in a second comparison; 0 for none.")
    var rules = 200

    @Option(help: "How often each program is run; the best run counts.")
    var rounds = 3

    func run() async throws {
        let scratch = try ScratchDirectory()
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
        print("\(feeds) feeds × \(items) items, \(bytes / 1_000_000) MB, into an empty store:")
        let own = try best { round in try refresh(scratch, "full-\(round)", server, "full", feeds) }
        report("fiber refresh", own, beside: nil)
        if let newsboat = Program.find("newsboat") {
            let other = try best { round in try reload(newsboat, scratch, round, server) }
            report("newsboat -x reload", other, beside: own)
        }
        if rules > 0 { try measureRules(scratch, server, beside: own) }
        print("\(unchanged) unchanged feeds (304):")
        _ = try refresh(scratch, "same", server, "same", unchanged)
        let again = try best { _ in try refresh(scratch, "same", server, "same", unchanged) }
        report("fiber refresh", again, beside: nil)
        if let curl = Program.find("curl") {
            let bare = try best { _ in try transfer(curl, scratch, server) }
            report("curl --parallel", bare, beside: again)
        }
        try await server.stop()
    }

    /// Measures the same with rules, which newsboat calls `ignore-article`: on a reload, and on a start with stored
    /// articles.
    private func measureRules(_ scratch: ScratchDirectory, _ server: ScenarioServer, beside plain: Duration) throws {
        print("the same, with \(rules) rules, of which \((rules + 9) / 10) hide something:")
        let own = try best { round in try refresh(scratch, "rules-\(round)", server, "full", feeds, rules: rules) }
        report("fiber refresh", own, beside: plain)
        let directory = "\(scratch.path)/fiber-rules-0"
        let started = try best { _ in
            try Program.time(
                fiber, ["timeline", "--limit", "60", "--config", directory, "--data", directory], home: scratch.path)
        }
        report("fiber timeline --limit 60", started, beside: nil)
        guard let newsboat = Program.find("newsboat") else { return }
        let lines = (0..<rules).map { "ignore-article \"*\" \"\(IgnoreMaker.newsboat($0))\"" }
        let ignoring = "ignore-mode \"download\"\n" + lines.joined(separator: "\n")
        let other = try best { round in try reload(newsboat, scratch, round, server, name: "ignoring", with: ignoring) }
        report("newsboat -x reload", other, beside: own)
        // If ignored articles are kept, newsboat checks each article on every start.
        let showing = "ignore-mode \"display\"\n" + lines.joined(separator: "\n")
        _ = try reload(newsboat, scratch, 0, server, name: "showing", with: showing)
        let again = try best { _ in
            try run(newsboat, "\(scratch.path)/showing-0", ["print-unread"], home: scratch.path)
        }
        report("newsboat -x print-unread", again, beside: started)
    }

    private static let tag = "\"same\""

    private func best(_ run: (Int) throws -> Duration) throws -> Duration {
        var best = Duration.seconds(1_000_000)
        for round in 0..<max(1, rounds) { best = min(best, try run(round)) }
        return best
    }

    private func report(_ name: String, _ time: Duration, beside own: Duration?) {
        let ratio = own.map { ", \(Self.hundredths(time / $0)) × fiber" } ?? ""
        print("  \(name): \(Self.hundredths(time / .seconds(1))) s\(ratio)")
    }

    private static func hundredths(_ number: Double) -> String {
        String((number * 100).rounded() / 100)
    }

    private func refresh(
        _ scratch: ScratchDirectory, _ name: String, _ server: ScenarioServer, _ kind: String, _ count: Int,
        rules: Int = 0
    ) throws -> Duration {
        let directory = "\(scratch.path)/fiber-\(name)"
        if !FileManager.default.fileExists(atPath: directory) {
            let library = (0..<count)
                .map { "[[source]]\nid = \"feed:bench-\($0)\"\nurl = \"\(server.url("/\(kind)/\($0).xml"))\"\n" }
            let hiding = (0..<rules).map { "\n[[rule]]\nname = \"\($0)\"\nquery = '\(IgnoreMaker.fiber($0))'\n" }
            try scratch.write((library + hiding).joined(separator: "\n"), to: "fiber-\(name)/library.toml")
        }
        return try Program.time(fiber, ["refresh", "--config", directory, "--data", directory], home: scratch.path)
    }

    private func reload(
        _ newsboat: String, _ scratch: ScratchDirectory, _ round: Int, _ server: ScenarioServer,
        name: String = "newsboat", with settings: String = ""
    ) throws -> Duration {
        let urls = (0..<feeds).map { server.url("/full/\($0).xml") }.joined(separator: "\n")
        try scratch.write(urls + "\n", to: "\(name)-\(round)/urls")
        try scratch.write("reload-threads 8\n\(settings)\n", to: "\(name)-\(round)/config")
        return try run(newsboat, "\(scratch.path)/\(name)-\(round)", ["reload"], home: scratch.path)
    }

    private func run(
        _ newsboat: String, _ directory: String, _ commands: [String], home: String
    ) throws -> Duration {
        try Program.time(
            newsboat,
            ["-u", "\(directory)/urls", "-C", "\(directory)/config", "-c", "\(directory)/cache.db", "-x"] + commands,
            home: home)
    }

    private func transfer(_ curl: String, _ scratch: ScratchDirectory, _ server: ScenarioServer) throws -> Duration {
        let requests = (0..<unchanged).map { "url = \"\(server.url("/same/\($0).xml"))\"\noutput = \"/dev/null\"\n" }
        try scratch.write(requests.joined(), to: "curl.conf")
        return try Program.time(
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
