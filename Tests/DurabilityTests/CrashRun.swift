import EngineConcepts
import EngineSimulation
import EngineTestSupport
import Foundation
import GRDB
import Storage
import Subprocess
import SwiftSystem
import TerminalTestSupport
import TestSupport

/// A store used by one process after another, each of which is killed.
struct CrashRun {
    /// The way a process is killed.
    private enum Crash: CustomStringConvertible {
        /// In the middle of one of its writes.
        case inside(write: Int, part: Int)
        /// By a signal after this many lines of output.
        case outside(lines: Int)

        var description: String {
            switch self {
            case .inside(let write, let part): "in write \(write), \(part)/256 of it written"
            case .outside(let lines): "after \(lines) lines"
            }
        }
    }

    /// The last output of a process before its end.
    private struct ProcessOutput {
        var lines: [Substring]
        var wasKilled: Bool
    }

    private let seed: UInt64
    private let directory: TemporaryDirectory
    private var random: SeededGenerator
    private var log: [String] = []

    init(seed: UInt64) throws {
        self.seed = seed
        directory = try TemporaryDirectory()
        random = SeededGenerator(seed: seed)
    }

    private var path: String { directory.path + "/fiber.sqlite" }

    /// Continues until this many processes were killed, then lets the last one end normally. Returns the number of
    /// crashes.
    mutating func run(untilCrashes crashes: Int) async throws -> Int {
        var known: String?
        var count = 0
        var round: UInt64 = 0
        while count < crashes {
            round += 1
            let crash: Crash =
                round.isMultiple(of: 3)
                ? .outside(lines: Int.random(in: 1...60, using: &random))
                : .inside(write: Int.random(in: 1...250, using: &random), part: Int.random(in: 0...255, using: &random))
            let output = try await process(round, crash)
            count += output.wasKilled ? 1 : 0
            log.append("process \(round) \(output.wasKilled ? "died" : "was to crash") \(crash)")
            known = try await check(output, knownBefore: known)
        }
        let last = try await run(arguments(round + 1) + ["--complete"])
        guard case .exited(0) = last.status else { throw violation("the last process ended with \(last.status)") }
        try await checkEnd()
        return count
    }

    // MARK: Processes

    private func arguments(_ round: UInt64) -> [String] {
        ["--store", path, "--seed", "\(seed)", "--round", "\(round)"]
    }

    private func process(_ round: UInt64, _ crash: Crash) async throws -> ProcessOutput {
        switch crash {
        case .inside(let write, let part):
            let ending = try await run(arguments(round) + ["--die-in-write", "\(write)", "--part", "\(part)"])
            guard ending.status == .exited(0) || ending.status == .signaled(SIGKILL) else {
                throw violation("a process ended with \(ending.status): \(ending.errors)")
            }
            return ProcessOutput(lines: ending.lines, wasKilled: ending.status == .signaled(SIGKILL))
        case .outside(let lines):
            return ProcessOutput(
                lines: try await runAndKill(arguments(round) + ["--steps", "1000000"], after: lines), wasKilled: true)
        }
    }

    private func run(_ arguments: [String]) async throws -> (
        status: TerminationStatus, lines: [Substring], errors: String
    ) {
        let result = try await Subprocess.run(
            .path(FilePath(BuiltProduct.path("CrashProbe"))), arguments: Arguments(arguments), input: .none,
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
        return (result.terminationStatus, result.standardOutput.split(separator: "\n"), result.standardError)
    }

    private func runAndKill(_ arguments: [String], after count: Int) async throws -> [Substring] {
        let result = try await Subprocess.run(
            .path(FilePath(BuiltProduct.path("CrashProbe"))), arguments: Arguments(arguments), input: .none,
            output: .sequence, error: .string(limit: 1 << 16)
        ) { execution in
            var lines: [Substring] = []
            for try await line in execution.standardOutput.strings() {
                lines.append(Substring(line))
                if lines.count == count {
                    try execution.send(signal: .kill)
                }
            }
            return lines
        }
        guard result.terminationStatus == .signaled(SIGKILL) else {
            throw violation("a process ended with \(result.terminationStatus): \(result.standardError)")
        }
        return result.closureResult
    }

    // MARK: Checks

    /// 23: checks a copy of the files, so that the next process finds them unchanged.
    private func check(_ output: ProcessOutput, knownBefore: String?) async throws -> String? {
        let copy = directory.path + "/copy.sqlite"
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: copy + suffix) {
            try FileManager.default.removeItem(atPath: copy + suffix)
        }
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        let store = try TrackDatabase(path: copy)
        let image = try await TrackImage(of: store, outbox: store, settings: ["clock", "position"])
        let allowed = try allowed(output, knownBefore: knownBefore)
        guard allowed.isEmpty || allowed.contains(image.digest) else {
            throw violation("23: found is \(image.digest), and not \(allowed): \(output.lines.suffix(3))")
        }
        let failures = try await store.integrityReport().failures
        guard failures.isEmpty else { throw violation("23: \(failures.joined(separator: "; "))") }
        try await checkLaws(store)
        try await store.close()
        let verdict = try await DatabaseQueue(path: copy)
            .read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        guard verdict == ["ok"] else { throw violation("23: \(verdict.joined(separator: "; "))") }
        return image.digest
    }

    /// Returns the allowed contents of the store: the last reported one, or the one announced next. The initial
    /// content of the first process is unknown.
    private func allowed(_ output: ProcessOutput, knownBefore: String?) throws -> [String] {
        var allowed = knownBefore.map { [$0] } ?? []
        for line in output.lines {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "start":
                guard allowed.isEmpty || allowed == Array(words.dropFirst()) else {
                    throw violation("23: a process finds something else than was there")
                }
                allowed = Array(words.dropFirst())
            case "intend": allowed += words.dropFirst()
            default: allowed = allowed.suffix(1)
            }
        }
        return allowed
    }

    private func checkLaws(_ store: TrackDatabase) async throws {
        let clock = try await store.setting("clock").flatMap(Int64.init).map(Timestamp.init(milliseconds:))
        let expectations = SimulatedSources(seed: seed).expectations(at: clock ?? SimulatedSources.beginning)
        do {
            try TrackChecks(try await VisibleTrack(of: store), expectations).check()
        } catch {
            throw violation("\(error)")
        }
    }

    private func checkEnd() async throws {
        let store = try TrackDatabase(path: path)
        let clock = try await store.setting("clock").flatMap(Int64.init).map(Timestamp.init(milliseconds:))
        let expectations = SimulatedSources(seed: seed).expectations(at: clock ?? SimulatedSources.beginning)
        do {
            try await checkLaws(store)
            try TrackChecks(try await VisibleTrack(of: store), expectations).checkCompleteness()
        } catch {
            throw violation("\(error)")
        }
        try await store.close()
    }

    private func violation(_ words: String) -> InvariantViolation {
        InvariantViolation("\(words)\n\(log.joined(separator: "\n"))")
    }
}
