import ArgumentParser
import Foundation
import ScenarioServer
import TerminalTestSupport
import TestSupport

/// Measures how soon a post is on the screen after its event on a stream, and keys while posts arrive by the hundred.
struct StreamsBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stream",
        abstract: "Time a post from its event on an account's stream to the screen, and keys while many arrive.")

    @Option(help: "The built program.")
    var fiber: String

    @Option(help: "How many single posts are timed.")
    var posts = 30

    @Option(help: "How many posts arrive per second while keys are pressed.")
    var rate = 100

    @Option(help: "How long they arrive, in seconds.")
    var seconds = 60

    private static let size = (width: 200, height: 60)

    func run() async throws {
        for measurement in try await measure() { print(measurement.line) }
    }

    func measure() async throws -> [Measurement] {
        let scratch = try TemporaryDirectory()
        let server = try await ScenarioServer()
        let fake = FakeMastodon(server)
        fake.change { state in
            state.isLive = true
            let now = Self.now
            state.now = now
            state.posts = (0..<200)
                .map { index in
                    let time = now - 60_000 - Int64(index) * 60_000
                    return FakeMastodon.Post(
                        id: FakeMastodon.id(at: time, number: index), time: time, text: "Lap \(index)")
                }
        }
        try scratch.write("good-token\n", to: "token")
        let home = scratch.path
        _ = try Program.time(
            fiber, ["account", "add", fake.address, "--token", "-"], input: "\(home)/token", home: home)
        _ = try Program.time(fiber, ["add", "home"], home: home)
        _ = try Program.time(fiber, ["refresh"], home: home)
        let terminal = try PseudoTerminal(
            fiber, [],
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": home, "PATH": "/usr/bin:/bin"],
            width: Self.size.width, height: Self.size.height)
        try terminal.wait(for: "Lap 0")
        await server.waitForConnections(1, to: "user")
        _ = try terminal.bytes(during: .seconds(3))
        let rows = [try measureArrivals(fake, terminal)] + (try measureKeys(fake, terminal))
        try terminal.type("Q")
        _ = try terminal.waitForExit()
        try await server.stop()
        return rows
    }

    private static let command = "FiberBench stream --fiber fiber"

    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    private static func post(_ number: Int) -> FakeMastodon.Post {
        FakeMastodon.Post(
            id: FakeMastodon.id(at: now, number: number & 0xffff), time: now, text: "Event \(number): box this lap")
    }

    private func measureArrivals(_ fake: FakeMastodon, _ terminal: PseudoTerminal) throws -> Measurement {
        var times: [Duration] = []
        for number in 1...posts {
            let start = ContinuousClock.now
            fake.push("update", Self.post(number), on: "user")
            try terminal.wait(until: "\(number) new posts") { $0.contains("\(number) new") }
            times.append(ContinuousClock.now - start)
        }
        return Measurement(
            what: "a post from its event on a stream to the screen", result: "\(times.summary) of \(posts)",
            command: Self.command)
    }

    private func measureKeys(_ fake: FakeMastodon, _ terminal: PseudoTerminal) throws -> [Measurement] {
        for _ in 0..<5 { try terminal.type("j") }
        _ = try terminal.bytes(during: .milliseconds(300))
        let idle = try pressKeys(terminal, for: .seconds(5))
        let (first, count, pause) = (posts + 1, rate * seconds, Duration.seconds(1) / rate)
        let flood = Task.detached {
            let start = ContinuousClock.now
            for number in 0..<count {
                try await Task.sleep(until: start + pause * number, clock: .continuous)
                fake.push("update", Self.post(first + number), on: "user")
            }
        }
        let times = try pressKeys(terminal, for: .seconds(seconds))
        flood.cancel()
        let total = posts + count
        try terminal.wait(until: "all posts", within: .seconds(10)) { screen in
            screen.contains("\(total) new") || screen.contains("\(total / 1000),")
        }
        let size = "\(Self.size.width) × \(Self.size.height)"
        return [
            Measurement(
                what: "key to painted frame, \(size), while a stream is silent",
                result: "\(idle.summary) of \(idle.count)", target: "p99 ≤ 8 ms, none over 16 ms", command: Self.command
            ),
            Measurement(
                what: "key to painted frame, \(size), while \(rate) posts a second arrive for \(seconds) s",
                result: "\(times.summary) of \(times.count)", target: "p99 ≤ 8 ms, none over 16 ms",
                command: Self.command),
        ]
    }

    private func pressKeys(_ terminal: PseudoTerminal, for duration: Duration) throws -> [Duration] {
        let end = ContinuousClock.now + duration
        var times: [Duration] = []
        while ContinuousClock.now < end {
            let before = body(terminal.screen)
            let key = times.count % 20 < 10 ? "j" : "k"
            times.append(try terminal.time(of: key, until: "the cursor elsewhere") { body($0) != before })
            _ = try terminal.bytes(during: .milliseconds(15))
        }
        return times
    }

    /// The rows between the bars as cells, since the cursor is only a change of colour.
    private func body(_ screen: TerminalScreen) -> ArraySlice<TerminalScreen.Cell> {
        screen.cells[screen.width * 2..<screen.width * (screen.height - 2)]
    }
}
