import Foundation
import Subprocess
import SwiftSystem
import TerminalTestSupport
import TestSupport
import Testing

@Suite("Sources that end the process", .timeLimit(.minutes(30)))
struct TrappingSourceTests {
    @Test("The process that starts after two traps of one source pauses it and reads the others")
    func trap() async throws {
        let directory = try TemporaryDirectory()
        for _ in 0..<2 {
            let trapped = try await probe(over: directory)
            guard case .signaled = trapped.status else {
                Issue.record("the process ended with \(trapped.status)")
                return
            }
            #expect(!trapped.output.contains("paused"))
        }
        for news in ["paused trap:x\n", ""] {
            let next = try await probe(over: directory)
            #expect(next.status == .exited(0), "\(next.errors)")
            #expect(next.output == "\(news)tickets 1\n")
        }
    }

    @Test("The process that starts after two traps of one stream closes it, with the reason")
    func trapInStream() async throws {
        let directory = try TemporaryDirectory()
        for _ in 0..<2 {
            let trapped = try await probe(over: directory, "--trap-in-stream")
            guard case .signaled = trapped.status else {
                Issue.record("the process ended with \(trapped.status)")
                return
            }
        }
        for _ in 0..<2 {
            let next = try await probe(over: directory, "--trap-in-stream")
            #expect(next.status == .exited(0), "\(next.errors)")
            #expect(next.output == "closed trap:x: streamPausedAfterCrashes\n")
        }
    }

    private func probe(
        over directory: TemporaryDirectory, _ mode: String = "--trap"
    ) async throws -> (status: TerminationStatus, output: String, errors: String) {
        let result = try await run(
            .path(FilePath(BuiltProduct.path("CrashProbe"))),
            arguments: ["--store", "\(directory.path)/fiber.sqlite", "--seed", "1", "--round", "1", mode],
            environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]), input: .none,
            output: .string(limit: 1 << 16), error: .string(limit: 1 << 20))
        return (result.terminationStatus, result.standardOutput, result.standardError)
    }
}
