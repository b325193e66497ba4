import Application
import Foundation
import Synchronization
import TestSupport

@testable import fiber

/// A run of a command in this process: its status and what it printed.
struct CommandRun {
    /// The status with which the program would end.
    let status: ExitStatus
    let output: String
    let errors: String

    /// The lines of ``output``.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Runs a command on the files in a directory.
    ///
    /// - Parameters:
    ///   - answers: The lines of standard input.
    ///   - isTerminal: True if standard input and standard error are a terminal.
    init(
        _ arguments: String..., in home: TemporaryDirectory, answers: [String] = [], isTerminal: Bool = false
    ) async throws {
        try await self.init(arguments, in: home, answers: answers, isTerminal: isTerminal)
    }

    /// Runs a command on the files in a directory.
    init(
        _ arguments: [String], in home: TemporaryDirectory, answers: [String] = [], isTerminal: Bool = false
    ) async throws {
        // Otherwise the language would be that of the machine, and a request would fail whose task waits for its turn
        // while all tests run.
        if !FileManager.default.fileExists(atPath: home.path + "/config.toml") {
            try home.write(
                "[appearance]\nlanguage = \"en\"\n[network]\nslow-seconds = 600\ntimeout-seconds = 3600\n",
                to: "config.toml")
        }
        let streams = RecordedStreams(answers, isTerminal: isTerminal)
        let line = arguments + ["--config", home.path, "--data", home.path]
        status = await Console.$run.withValue(Console.Run(streams, environment: [:])) {
            await FiberCommand.status(of: line)
        }
        (output, errors) = streams.texts
    }
}

/// Streams that record what is printed and answer with given lines.
private final class RecordedStreams: ConsoleStreams {
    private struct State {
        var output: [UInt8] = []
        var errors = ""
        var answers: ArraySlice<String>
    }

    private let state: Mutex<State>
    private let isTerminal: Bool

    init(_ answers: [String], isTerminal: Bool) {
        state = Mutex(State(answers: answers[...]))
        self.isTerminal = isTerminal
    }

    var isInputTerminal: Bool { isTerminal }
    var isErrorTerminal: Bool { isTerminal }

    /// The texts printed so far.
    var texts: (output: String, errors: String) {
        state.withLock { (String(decoding: $0.output, as: UTF8.self), $0.errors) }
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        let piece = Array(bytes)
        state.withLock { $0.output += piece }
    }

    func writeError(_ text: String) { state.withLock { $0.errors += text } }

    func readLine(isSecret: Bool) -> String? { state.withLock { $0.answers.popFirst() } }
}
