import Foundation
import Subprocess
import SwiftSystem
import TerminalTestSupport
import TestSupport
import Testing

/// A fresh home directory, and the built program run in it.
final class Home: Sendable {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    var path: String { directory.path }

    /// The result of one run.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String

        /// The JSON objects that it printed, one a line.
        var objects: [[String: Any]] {
            get throws {
                try output.split(separator: "\n")
                    .map { line in
                        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                    }
            }
        }
    }

    /// Runs the program to its end.
    func fiber(_ arguments: String...) async throws -> Outcome { try await fiber(arguments) }

    /// Runs the program with these arguments to its end.
    func fiber(_ arguments: [String], environment: [String: String] = [:]) async throws -> Outcome {
        try await execute(BuiltProduct.path("fiber"), arguments, environment)
    }

    /// Expects that these runs have printed none of the secrets, and that no file but that of secrets has one.
    func expectSecrecy(of secrets: [String], in seen: [Outcome]) throws {
        let files = try #require(FileManager.default.enumerator(atPath: path))
        let names = files.compactMap { $0 as? String }.filter { !$0.hasSuffix("secrets.toml") }
        for secret in secrets {
            for outcome in seen { #expect(!(outcome.output + outcome.errors).contains(secret)) }
            for name in names {
                guard let contents = FileManager.default.contents(atPath: "\(path)/\(name)") else { continue }
                #expect(contents.range(of: Data(secret.utf8)) == nil, "\(name)")
            }
        }
    }

    /// Writes lines of JSON into a file, follows it and reads it.
    ///
    /// - Parameter options: Further arguments of `fiber add`.
    func follow(_ lines: [String], options: [String] = []) async throws {
        try write(lines.map { $0 + "\n" }.joined(), to: "lines.jsonl")
        _ = try await fiber(["add", "file:\(path)/lines.jsonl"] + options)
        _ = try await fiber("refresh")
    }

    /// Follows one line as the source `Lined` of the topic `Lines`. Returns the id of its ticket.
    func followLine() async throws -> String {
        try await follow(
            [#"{"title":"A line","id":"1","time":"2026-11-20T10:00:00Z"}"#],
            options: ["--topic", "Lines", "--name", "Lined"])
        return try #require(try await tickets().first)
    }

    /// Returns the ids of the newest hundred tickets in the timeline, newest first.
    func tickets() async throws -> [String] {
        try await fiber("timeline", "--json", "--limit", "100").objects
            .filter { $0["type"] as? String == "ticket" }
            .compactMap { $0["id"] as? String }
    }

    /// Lets the program wait an hour for each answer, longer than a run of all tests: for tests that hold an answer back until
    /// something else has happened.
    func waitLongForAnswers() throws {
        try write("[network]\ntimeout-seconds = 3600\n", to: ".config/fiber/config.toml")
    }

    /// Runs a shell command in which `fiber` is the program.
    func shell(_ line: String) async throws -> Outcome {
        let fiber = URL(filePath: try BuiltProduct.path("fiber")).path
        return try await execute("/bin/sh", ["-c", "fiber() { '\(fiber)' \"$@\"; }; \(line)"])
    }

    /// Returns the environment of the program, with these variables too.
    func environment(_ more: [String: String]) -> Environment {
        let all = ["HOME": path, "LANG": "C.UTF-8", "TZ": "UTC"].merging(more) { $1 }
        return .custom(Dictionary(uniqueKeysWithValues: all.map { (Environment.Key(stringLiteral: $0), $1) }))
    }

    private func execute(
        _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) async throws -> Outcome {
        let result = try await run(
            .path(FilePath(program)), arguments: Arguments(arguments),
            environment: self.environment(environment), input: .none,
            output: .string(limit: 64 << 20), error: .string(limit: 1 << 20))
        guard case .exited(let status) = result.terminationStatus else {
            throw Failure(description: "fiber \(arguments) died: \(result.terminationStatus)")
        }
        return Outcome(status: status, output: result.standardOutput, errors: result.standardError)
    }

    /// Starts the program, or another one, on a pseudo-terminal.
    func terminal(
        program: String? = nil, _ arguments: String..., width: Int = 100, height: Int = 30,
        environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try terminal(
            program: program, arguments: arguments, width: width, height: height, environment: environment)
    }

    /// Starts the program, or another one, on a pseudo-terminal.
    func terminal(
        program: String? = nil, arguments: [String], width: Int = 100, height: Int = 30,
        environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            program ?? BuiltProduct.path("fiber"), arguments,
            environment: [
                "HOME": path, "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor",
                // Swift's own backtracer would ask on the terminal and wait.
                "SWIFT_BACKTRACE": "enable=no",
            ]
            .merging(environment) { _, new in new },
            width: width, height: height)
    }

    /// Writes a file below the home directory.
    func write(_ text: String, to name: String) throws { try directory.write(text, to: name) }

    /// Removes a file below the home directory.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    /// Reads a file below the home directory.
    func read(_ name: String) throws -> String { try directory.read(name) }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
