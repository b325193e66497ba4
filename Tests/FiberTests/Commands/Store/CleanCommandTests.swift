import Foundation
import TestSupport
import Testing

@Suite("Cleaning on the command line", .timeLimit(.minutes(30)))
struct CleanCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("Cleaning needs a limit, and leaves unread items whatever their age")
    func clean() async throws {
        let lines = (1...30)
            .map { #"{"id":"\#($0)","title":"Item \#($0)","published":"2020-01-01T00:00:\#($0 + 10)Z"}"# }
        try home.write(lines.joined(separator: "\n") + "\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        let keeps = try await home.fiber("clean")
        #expect(keeps.status == 2 && keeps.errors.contains("retention.read-days"), "\(keeps)")
        let dry = try await home.fiber("clean", "--older-than", "30", "--dry-run")
        #expect(dry.status == 0 && dry.output == "Would remove 0 items.\n", "\(dry)")
        for _ in 1...2 {
            let cleaned = try await home.fiber("clean", "--older-than", "30")
            #expect(cleaned.status == 0, "\(cleaned)")
            #expect(cleaned.output == "Removed 0 items. The store is 0 KB smaller.\n", "\(cleaned)")
        }
        #expect(try await home.fiber("refresh").output.isEmpty)
        #expect(try await home.fiber("timeline", "--json").objects.count { $0["type"] as? String == "ticket" } == 30)
        #expect(try await home.fiber("clean", "--keep", "-1").status == 2)
    }

    @Test("Items of sources that are not in the library stay, also in one without some of its sources, until asked for")
    func cleaningBesideMissingSources() async throws {
        let library = ".config/fiber/library.toml"
        var libraries: [String] = []
        for name in ["first", "second"] {
            try home.write("{\"id\":\"1\",\"title\":\"Line of \(name)\"}\n", to: "\(name).jsonl")
            #expect(try await home.fiber("add", "file:~/\(name).jsonl").status == 0)
            libraries.append(try home.read(library))
        }
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("mark", "read", "line").status == 0)
        try home.remove(library)
        _ = try await home.fiber("timeline")
        try home.write(libraries[0], to: library)
        let dry = try await home.fiber("clean", "--keep", "0", "--dry-run")
        #expect(dry.output.contains("Would remove 1 item.\nKept 1 item of sources that are not"), "\(dry)")
        let cleaned = try await home.fiber("clean", "--keep", "0")
        #expect(cleaned.status == 0 && cleaned.output.contains("`fiber clean --unfollowed` removes all"), "\(cleaned)")
        try home.write(libraries[1], to: library)
        let timeline = try await home.fiber("timeline").output
        #expect(timeline.contains("Line of second") && !timeline.contains("Line of first"), "\(timeline)")
        try home.write(libraries[0], to: library)
        let asked = try await home.fiber("clean", "--keep", "0", "--unfollowed")
        #expect(asked.status == 0 && asked.output.hasPrefix("Removed 1 item. "), "\(asked)")
        #expect(!asked.output.contains("Kept"), "\(asked)")
        try home.write(libraries[1], to: library)
        #expect(try await !home.fiber("timeline").output.contains("Line of second"))
    }

    @Test("Asked for, the unread items of a removed source are removed too, and fiber doctor names them no longer")
    func unreadOfRemoved() async throws {
        try home.write("{\"id\":\"1\",\"title\":\"Lap\"}\n", to: "lines.jsonl")
        #expect(try await home.fiber("add", "file:~/lines.jsonl", "--name", "Lines").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("remove", "Lines").status == 0)
        #expect(try await home.fiber("doctor").output.contains("The store has 1 item of 1 source that is not in"))
        let asked = try await home.fiber("clean", "--keep", "0", "--unfollowed")
        #expect(asked.status == 0 && asked.output.hasPrefix("Removed 1 item. "), "\(asked)")
        #expect(try await !home.fiber("doctor").output.contains("The store has"))
    }

    @Test("Without a limit, only items of removed sources are removed, as fiber doctor advises")
    func unfollowedAlone() async throws {
        try home.write("[retention]\nread-items = 1\n", to: ".config/fiber/config.toml")
        for name in ["Kept", "Gone"] {
            let lines = (1...3).map { "{\"id\":\"\($0)\",\"title\":\"\(name) \($0)\"}\n" }.joined()
            try home.write(lines, to: "\(name).jsonl")
            #expect(try await home.fiber("add", "file:~/\(name).jsonl", "--name", name).status == 0)
        }
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("mark", "read", "kept").status == 0)
        #expect(try await home.fiber("remove", "Gone").status == 0)
        let doctor = try await home.fiber("doctor").output
        #expect(doctor.contains("`fiber clean --unfollowed` removes all of them"), "\(doctor)")
        let dry = try await home.fiber("clean", "--unfollowed", "--dry-run")
        #expect(dry.output.hasPrefix("3  ") && dry.output.hasSuffix("\nWould remove 3 items.\n"), "\(dry)")
        let cleaned = try await home.fiber("clean", "--unfollowed")
        #expect(cleaned.status == 0 && cleaned.output.hasPrefix("Removed 3 items. "), "\(cleaned)")
        #expect(try await home.tickets().count == 3)
        #expect(try await !home.fiber("doctor").output.contains("The store has"))
        let limited = try await home.fiber("clean", "--unfollowed", "--keep", "0")
        #expect(limited.status == 0 && limited.output.hasPrefix("Removed 3 items. "), "\(limited)")
    }

    @Test("A dry run names a source that is not in the library as the source names itself")
    func nameOfUnlisted() async throws {
        let feed = """
            <rss version="2.0"><channel><title>Kerb Notes</title><item><guid>1</guid><title>Lap</title>
            <pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>
            """
        try home.write(feed, to: "kerb.xml")
        #expect(try await home.fiber("add", "file:~/kerb.xml").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("mark", "read", "lap").status == 0)
        for remove in [false, true] {
            if remove { #expect(try await home.fiber("remove", "Kerb Notes").status == 0) }
            let dry = try await home.fiber("clean", "--keep", "0", "--unfollowed", "--dry-run")
            #expect(dry.output == "1  Kerb Notes\nWould remove 1 item.\n", "\(dry)")
        }
    }

    @Test(
        "A wrong command line is reported in a sentence, with the usage",
        arguments: [
            (["add"], "The argument <addresses> is missing."),
            (["timeline", "--limit", "x"], "“x” is not a valid value of --limit."),
            (["timeline", "--limit"], "The option --limit needs a value."),
            (["timeline", "--limit", "-1"], "--limit takes a number from 1."),
            (["search", "word", "--limit", "abc"], "--limit takes a number from 1."),
            (["source", "set", "S", "--every", "10"], "such as 30m, 2h or 1d."),
            (["add", "https://a.example", "--choose", "x"], "--choose takes numbers of the list, such as 1,3."),
            (["fill", "--until", "soon"], "fiber: “soon” is not a time."),
            (["timeline", "--foo"], "There is no option --foo. Did you mean --fold?"),
            (["timeline", "--filter", "maybe"], "Choose one of on, off."),
            (["refresh", "a", "b"], "The command does not take the arguments “a”, “b”."),
            (["sources", "--json=3"], "The option --json takes no value."),
            (["source", "set", "S", "--every", "1h", "--unchecked"], "--unchecked needs --url."),
            (["account", "add", "a.example", "--token", "-", "--paste"], "--token and --paste exclude each other."),
            (
                ["account", "add", "a.example", "--password-command", "x", "--read-only"],
                "--password-command and --read-only exclude each other."
            ),
            (["account", "add", "a.example", "--password", "--paste"], "--password and --paste exclude each other."),
            (["shot", "x", "-o", "a.md", "--theme", "dark"], "--theme is only for cards: svg, png and ansi."),
            (["shot", "x", "-o", "-", "--format", "txt", "--width", "50"], "--width is only for cards"),
        ])
    func usage(arguments: [String], sentence: String) async throws {
        let outcome = try await home.fiber(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("fiber: ") && outcome.errors.contains(sentence), "\(outcome.errors)")
        #expect(outcome.errors.contains("Usage: fiber "), "\(outcome.errors)")
    }

    @Test("The log is kept in a file without addresses, which fiber doctor names")
    func log() async throws {
        #expect(try await home.fiber("add", "file:\(home.path)/missing-secret.jsonl").status == 1)
        try home.write("{\"id\":\"1\",\"title\":\"One\"}\n", to: "secret-name.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/secret-name.jsonl").status == 0)
        try home.remove("secret-name.jsonl")
        #expect(try await home.fiber("refresh").status == 1)
        let doctor = try await home.fiber("doctor")
        let line = try #require(doctor.output.split(separator: "\n").first { $0.hasPrefix("log ") })
        let path = try #require(line.split(separator: " ").last.map(String.init))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("source incomplete") && text.contains("failed:fileNotFound"), "\(text)")
        #expect(!text.contains("supplier") && !text.contains("ticket"), "\(text)")
        #expect(!text.contains("secret-name"), "\(text)")
    }

    @Test("The log begins a new file on another day and at its largest size, and keeps four older ones")
    func logFiles() async throws {
        let begin = Date()
        try home.write("{\"id\":\"1\",\"title\":\"One\"}\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl").status == 0)
        try home.remove("log.jsonl")
        #expect(try await home.fiber("refresh").status == 1)
        let doctor = try await home.fiber("doctor")
        let line = try #require(doctor.output.split(separator: "\n").first { $0.hasPrefix("log ") })
        let path = try #require(line.split(separator: " ").last.map(String.init))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let isSameDay = calendar.isDate(begin, inSameDayAs: Date())
        func text(_ number: Int) throws -> String? {
            let file = number == 0 ? path : "\(path).\(number)"
            return FileManager.default.fileExists(atPath: file)
                ? try String(contentsOfFile: file, encoding: .utf8) : nil
        }
        let first = try #require(try text(0))
        #expect(try text(1) == nil || !isSameDay)

        let yesterday = Date(timeIntervalSinceNow: -86_400)
        try FileManager.default.setAttributes([.modificationDate: yesterday], ofItemAtPath: path)
        #expect(try await home.fiber("refresh").status == 1)
        #expect(try text(1) == first)
        #expect(try text(0)?.isEmpty == false)

        for round in 1...6 {
            let filler = String(repeating: "\(round) ", count: 600_000)
            try filler.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await home.fiber("refresh").status == 1)
            #expect(try text(1) == filler)
        }
        #expect(try text(4)?.hasPrefix("3 ") == true)
        #expect(try text(5) == nil)
        #expect(try text(0)?.contains("source incomplete") == true)
    }
}
