import ArgumentParser
import Foundation

/// A row of `docs/measurements.md`.
struct Measurement {
    /// The measured work.
    let what: String
    /// The result before libcurl and the work on real texts (version 0.2 over one repeated sentence, or mixed texts where
    /// those were measured), or empty.
    var previous = ""
    /// The result, with its unit.
    let result: String
    /// The required result, or empty if none is required.
    var target = ""
    /// The results of comparable programs in the same run, or empty.
    var peers = ""
    /// The command that measures it.
    let command: String

    /// The row on the terminal.
    var line: String {
        let required = target.isEmpty ? "" : " (target: \(target))"
        return "\(what): \(result)\(required)\(peers.isEmpty ? "" : "; peers: \(peers)")"
    }

    /// The row of a Markdown table.
    var row: String {
        let cells = [what, previous, result, target, peers, command.isEmpty ? "" : "`\(command)`"]
        return "| " + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |"
    }
}

/// A measurement that brought no result.
struct MeasurementError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A number with a sensible number of digits.
func rounded(_ number: Double) -> String {
    switch abs(number) {
    case 100...: String(Int(number.rounded()))
    case 10...: String((number * 10).rounded() / 10)
    default: String((number * 100).rounded() / 100)
    }
}

/// A number with commas between thousands.
func grouped(_ number: Int) -> String {
    let digits = String(number)
    guard digits.count > 3 else { return digits }
    return grouped(number / 1000) + "," + digits.suffix(3)
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
    var milliseconds: Double { self / .milliseconds(1) }
}

extension [Duration] {
    /// The median, the 99th percentile and the maximum in milliseconds.
    var summary: String {
        let sorted = sorted()
        guard !sorted.isEmpty else { return "not measured" }
        let parts = [("median", sorted.count / 2), ("p99", sorted.count * 99 / 100), ("max", sorted.count - 1)]
        return parts.map { "\($0) \(rounded(sorted[$1].milliseconds)) ms" }.joined(separator: ", ")
    }

    var median: Duration { sorted()[count / 2] }
}

/// The use of a program that ran.
struct RunTime {
    var wall: Duration
    /// User and system time.
    var processor: Duration

    /// Returns the better of two runs.
    func best(_ other: RunTime?) -> RunTime {
        guard let other, other.wall < wall else { return self }
        return other
    }
}
