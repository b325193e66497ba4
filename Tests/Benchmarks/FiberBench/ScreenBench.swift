import ArgumentParser
import Foundation
import TerminalTestSupport

/// Presses keys in the real program on a pseudo-terminal, over a store of many tickets with topics and rules.
/// Measures the time until a terminal emulator shows the result: switching topics, filtering, searching, and moving
/// while labels are recomputed because of a new rule.
struct ScreenBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract:
            "Measure keys to painted frames in a store that `store` made and `labels` decided about. Changes both.")

    @Option(help: "The program.")
    var fiber: String

    @Option(help: "The directory of its store and its library; the library is written anew.")
    var directory: String

    @Option(help: "The number of topics.")
    var topics = 50

    @Option(help: "The number of rules.")
    var rules = 200

    @Option(help: "How often to measure each thing.")
    var runs = 20

    @Option(help: "How long to press keys while the store decides anew, in seconds.")
    var seconds = 30

    func run() throws {
        let library = TicketMaker(sources: 50).library + LabelMaker(topics: topics, rules: rules).library
        let file = "\(directory)/library.toml"
        try library.write(toFile: file, atomically: true, encoding: .utf8)
        let terminal = try PseudoTerminal(
            fiber, ["--config", directory, "--data", directory],
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": directory], width: 140, height: 50)
        try terminal.wait(for: "Report ")
        try terminal.wait(until: "all is decided", within: .seconds(600)) { !$0.contains("sorting ") }
        try measureTopics(terminal)
        try measureFilter(terminal)
        try measureSearch(terminal)
        try measureMoving(terminal, "moving")
        let more = "\n[[rule]]\nname = \"one more\"\nquery = '\"40000\" OR \"one more\"'\n"
        try (library + more).write(toFile: file, atomically: true, encoding: .utf8)
        let start = ContinuousClock.now
        try terminal.wait(for: "sorting ")
        try measureMoving(terminal, "moving while all is decided anew", until: start + .seconds(seconds))
        try terminal.wait(until: "all is decided", within: .seconds(1200)) { !$0.contains("sorting ") }
        print("all decided anew in \((ContinuousClock.now - start) / .seconds(1)) s, keys pressed meanwhile")
        try terminal.type("Q")
        _ = try terminal.waitForExit()
    }

    private func measureTopics(_ terminal: PseudoTerminal) throws {
        var times: [Duration] = []
        for run in 0..<runs {
            let digit = run % 9
            // Topic 1 is the first one, called 0.
            times += try time(terminal, "\(digit + 1)", "topic \(digit)") { screen in
                let rows = titles(screen)
                return !rows.isEmpty && rows.allSatisfy { $0.contains("the \(digit)th hour") }
            }
            times += try time(terminal, "\(digit + 1)", "all tickets") { screen in
                titles(screen).contains { !$0.contains("the \(digit)th hour") }
            }
        }
        report("topic switch", times)
    }

    private func measureFilter(_ terminal: PseudoTerminal) throws {
        var times: [Duration] = []
        for _ in 0..<runs {
            // A frame arrives in pieces. Only complete frames may be compared, or two toggles count as one.
            while try !terminal.bytes(during: .milliseconds(50)).isEmpty {}
            let before = body(terminal.screen)
            times += try time(terminal, "x", "other rows") { body($0) != before }
        }
        report("filter toggled", times)
    }

    private func measureSearch(_ terminal: PseudoTerminal) throws {
        var times: [Duration] = []
        for run in 0..<runs {
            try terminal.type("/")
            try terminal.wait(until: "the search is open") { titles($0).isEmpty }
            let query = ["tyres", "report", "re*", "\"33 laps\"", "marks", "author:7"][run % 6]
            times += try time(terminal, query, "results") { !titles($0).isEmpty }
            try terminal.press(.escape)
            try terminal.wait(until: "the timeline is back") { titles($0).count > 3 && !$0.contains("match") }
        }
        report("first search results", times)
    }

    private func measureMoving(
        _ terminal: PseudoTerminal, _ what: String, until end: ContinuousClock.Instant? = nil
    ) throws {
        var times: [Duration] = []
        var run = 0
        while end.map({ ContinuousClock.now < $0 && terminal.screen.contains("sorting ") }) ?? (run < 100) {
            let before = body(terminal.screen)
            times += try time(terminal, run % 20 < 10 ? "j" : "k", "the cursor elsewhere") { body($0) != before }
            _ = try terminal.bytes(during: .milliseconds(15))
            run += 1
        }
        report(what, times)
    }

    private func time(
        _ terminal: PseudoTerminal, _ keys: String, _ what: String, _ condition: (TerminalScreen) -> Bool
    ) throws -> [Duration] {
        let start = ContinuousClock.now
        try terminal.type(keys)
        try terminal.wait(until: what, condition)
        return [ContinuousClock.now - start]
    }

    /// The rows between the bars as cells, since the cursor is only a change of colour.
    private func body(_ screen: TerminalScreen) -> ArraySlice<TerminalScreen.Cell> {
        screen.cells[screen.width * 2..<screen.width * (screen.height - 2)]
    }

    private func titles(_ screen: TerminalScreen) -> [String] {
        screen.lines.dropFirst(2).filter { $0.contains("Report ") }
    }

    private func report(_ what: String, _ times: [Duration]) {
        guard !times.isEmpty else { return print("\(what): not measured") }
        let sorted = times.sorted()
        let words = [
            ("min", 0), ("median", sorted.count / 2), ("p99", sorted.count * 99 / 100), ("max", sorted.count - 1),
        ]
        .map { "\($0) \(((sorted[$1] / .microseconds(100)).rounded()) / 10) ms" }
        print("\(what): \(words.joined(separator: ", ")) (\(sorted.count) times)")
    }
}
