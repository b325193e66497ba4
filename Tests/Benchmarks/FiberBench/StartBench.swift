import ArgumentParser
import Foundation
import TerminalTestSupport

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

    func run() throws {
        let parts = size.split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2 else { throw ValidationError("--size takes COLUMNSxROWS.") }
        var times: [Duration] = []
        var resident: [Int] = []
        for _ in 0..<runs {
            let start = ContinuousClock.now
            let terminal = try PseudoTerminal(
                fiber, ["--config", directory, "--data", directory],
                environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": directory], width: parts[0],
                height: parts[1])
            try terminal.wait(for: text)
            times.append(ContinuousClock.now - start)
            resident.append(try residentKilobytes(of: terminal.process))
            try terminal.type("Q")
            _ = try terminal.waitForExit()
        }
        times.sort()
        resident.sort()
        print(
            "first frame: min \(milliseconds(times[0])), median \(milliseconds(times[runs / 2])), "
                + "max \(milliseconds(times[runs - 1])); resident: median \(resident[runs / 2]) KB (\(runs) runs)")
    }

    private func milliseconds(_ duration: Duration) -> String {
        let tenths = duration / .microseconds(100)
        return "\((tenths.rounded()) / 10) ms"
    }

    /// Returns VmRSS from `/proc` in kilobytes.
    private func residentKilobytes(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
