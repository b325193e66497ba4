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
        for measurement in try measure(tickets: nil) { print(measurement.line) }
    }

    /// - Parameter tickets: The number of tickets in the store, if known.
    func measure(tickets: Int?) throws -> [Measurement] {
        let library = TicketMaker(sources: 50).library + LabelMaker(topics: topics, rules: rules).library
        let file = "\(directory)/library.toml"
        try library.write(toFile: file, atomically: true, encoding: .utf8)
        let terminal = try PseudoTerminal(
            fiber, ["--config", directory, "--data", directory],
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": directory], width: 140, height: 50)
        try terminal.wait(for: "Report ")
        try terminal.wait(until: "all is decided", within: .seconds(600)) { !$0.contains("sorting ") }
        let size = tickets.map { ", \(grouped($0)) tickets" } ?? ""
        func row(_ what: String, _ times: [Duration], target: String) -> Measurement {
            Measurement(
                what: "\(what)\(size), key to painted frame", result: "\(times.summary) of \(times.count)",
                target: target,
                command: "FiberBench screen --fiber fiber --directory …")
        }
        var rows = [
            row("switching a topic", try measureTopics(terminal), target: "≤ 50 ms"),
            row("switching the filter", try measureFilter(terminal), target: "≤ 50 ms"),
            row("first results of a search", try measureSearch(terminal), target: "≤ 50 ms"),
            row("moving the cursor", try measureMoving(terminal), target: "p99 ≤ 8 ms"),
        ]
        if seconds > 0 {
            let more = "\n[[rule]]\nname = \"one more\"\nquery = '\"40000\" OR \"one more\"'\n"
            try (library + more).write(toFile: file, atomically: true, encoding: .utf8)
            let start = ContinuousClock.now
            try terminal.wait(for: "sorting ")
            let moving = try measureMoving(terminal, until: start + .seconds(seconds))
            rows.append(row("moving while all tickets are classified again", moving, target: "p99 ≤ 8 ms"))
        }
        try terminal.type("Q")
        _ = try terminal.waitForExit()
        return rows
    }

    private func measureTopics(_ terminal: PseudoTerminal) throws -> [Duration] {
        var times: [Duration] = []
        for run in 0..<runs {
            let digit = run % 9
            // Topic 1 is the first one, called 0.
            times += try time(terminal, "\(digit + 1)", "topic \(digit)") { screen in
                let rows = titles(screen)
                return !rows.isEmpty && rows.allSatisfy { $0.contains("the \(digit)th hour") }
            }
            times += try time(terminal, "\(digit + 1)", "all items") { screen in
                titles(screen).contains { !$0.contains("the \(digit)th hour") }
            }
        }
        return times
    }

    private func measureFilter(_ terminal: PseudoTerminal) throws -> [Duration] {
        var times: [Duration] = []
        for _ in 0..<runs {
            // A frame arrives in pieces. Only complete frames may be compared, or two toggles count as one.
            while try !terminal.bytes(during: .milliseconds(50)).isEmpty {}
            let before = body(terminal.screen)
            times += try time(terminal, "x", "other rows") { body($0) != before }
        }
        return times
    }

    private func measureSearch(_ terminal: PseudoTerminal) throws -> [Duration] {
        var times: [Duration] = []
        for run in 0..<runs {
            try terminal.type("/")
            try terminal.wait(until: "the search is open") { titles($0).isEmpty }
            let query = ["tyres", "report", "re*", "\"33 laps\"", "marks", "author:7"][run % 6]
            times += try time(terminal, query, "results") { !titles($0).isEmpty }
            try terminal.press(.escape)
            try terminal.wait(until: "the timeline is back") { titles($0).count > 3 && !$0.contains("match") }
        }
        return times
    }

    private func measureMoving(
        _ terminal: PseudoTerminal, until end: ContinuousClock.Instant? = nil
    ) throws -> [Duration] {
        var times: [Duration] = []
        var run = 0
        while end.map({ ContinuousClock.now < $0 && terminal.screen.contains("sorting ") }) ?? (run < 100) {
            let before = body(terminal.screen)
            times += try time(terminal, run % 20 < 10 ? "j" : "k", "the cursor elsewhere") { body($0) != before }
            _ = try terminal.bytes(during: .milliseconds(15))
            run += 1
        }
        return times
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

    /// The lines with titles. Texts begin with the same word.
    private func titles(_ screen: TerminalScreen) -> [String] {
        screen.lines.dropFirst(2).filter { $0.contains("th hour") }
    }
}
