import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Foundation
import TestSupport
import Testing

@testable import Application

@Suite("Sending requests to running Fibers", .timeLimit(.minutes(30)))
struct RequestClientTests {
    private let directories: Directories
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
        directories = Directories(environment: [:], home: home.path)
        try FileManager.default.createDirectory(atPath: directories.state, withIntermediateDirectories: true)
    }

    /// Sends a request to a Fiber that answers it with `line`, and returns the outcome.
    private func outcome<Request: ForwardedRequest>(of request: Request, answeredBy line: String) async throws
        -> Request.Outcome?
    {
        try await answering(with: line) {
            try await RequestClient.send(request, for: directories, timeout: .seconds(600))
        }
    }

    /// Returns the outcome of a request that `send` sends to a Fiber, which answers it with `line`.
    private func answering<Outcome>(with line: String, _ send: () async throws -> Outcome) async throws -> Outcome {
        let path = RequestSocket.path(of: getpid(), in: directories.state)
        let listener = try UnixSocket.listen(at: path)
        defer {
            close(listener)
            unlink(path)
        }
        async let answered: Void = blockingCall {
            let connection = UnixSocket.accept(from: listener)
            defer { close(connection) }
            _ = RequestSocket.readLine(from: connection)
            UnixSocket.write(Array(line.utf8), to: connection)
        }
        let outcome = try await send()
        try await answered
        return outcome
    }

    @Test("A post whose reply cannot be decoded is reported as lost, because it may have been sent")
    func undecodedReply() async throws {
        for line in [#"{"done":{"_0":{"lines":1}}}"#, #"{"queued":{}}"#, "", "x"] {
            let failure = await #expect(throws: CommandFailure.self, "\(line)") {
                _ = try await outcome(of: OutboxRequest(), answeredBy: line)
            }
            #expect(failure?.message == Message("requestWasLost", [:]), "\(line)")
        }
    }

    @Test("A refresh whose reply cannot be decoded is left to the command, which can repeat it")
    func undecodedRepeatable() async throws {
        let result = try await outcome(of: RefreshRequest(), answeredBy: #"{"done":{"_0":{"lines":1}}}"#)
        #expect(result == nil)
    }

    @Test("A command and a Fiber that do not understand each other are reported with their versions")
    func otherVersion() async throws {
        let difference = Message("openFiberDiffers", ["running": "9.0", "command": .text(Version.text)])
        let unread = #"{"elsewhere":{},"version":"9.0","isUnreadable":true}"#
        let undecoded = #"{"done":{"_0":{"lines":1}},"version":"9.0"}"#
        for line in [unread, undecoded] {
            let failure = await #expect(throws: CommandFailure.self, "\(line)") {
                _ = try await outcome(of: RefreshRequest(), answeredBy: line)
            }
            #expect(failure?.message == difference, "\(line)")
        }
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await outcome(of: OutboxRequest(), answeredBy: undecoded)
        }
        #expect(failure?.message == .sentences(Message("requestWasLost", [:]), difference))
    }

    @Test("A Fiber of another version that understands the command does its work")
    func compatibleVersion() async throws {
        let request = OpenRequest(place: .timeline)
        #expect(try await outcome(of: request, answeredBy: #"{"done":{"_0":{}},"version":"9.0"}"#) != nil)
        #expect(try await outcome(of: request, answeredBy: #"{"elsewhere":{},"version":"9.0"}"#) == nil)
    }

    @Test("A refusal by a Fiber of another version that tells no exit status is a failure")
    func refusalWithoutStatus() async throws {
        let failure = await #expect(throws: CommandFailure.self) {
            let line = #"{"refused":{"_0":{"key":"upToDate","arguments":{}}},"version":"9.0"}"#
            _ = try await outcome(of: RefreshRequest(), answeredBy: line)
        }
        #expect(failure?.status == .failed && failure?.message == Message("upToDate", [:]))
    }

    @Test("A post that a Fiber leaves to others is not lost")
    func elsewhere() async throws {
        let result = try await outcome(of: OutboxRequest(), answeredBy: #"{"elsewhere":{}}"#)
        #expect(result == nil)
    }

    @Test("A request that is too long for an open Fiber is refused before it is sent, and without one it is not")
    func tooLong() async throws {
        let request = OpenRequest(place: .search, name: String(repeating: "x", count: RequestSocket.maximumLength))
        let alone = try await RequestClient.send(request, for: directories)
        #expect(alone == nil)
        let listener = try UnixSocket.listen(at: RequestSocket.path(of: getpid(), in: directories.state))
        defer { close(listener) }
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await RequestClient.send(request, for: directories)
        }
        #expect(failure?.message.key == "requestTooLong")
        let connection = UnixSocket.accept(from: listener)
        defer { close(connection) }
        #expect(UnixSocket.readLine(from: connection, upTo: .max) == nil)
    }

    @Test("A command that is cancelled closes its connection and waits no longer for the outcome")
    func cancelled() async throws {
        let listener = try UnixSocket.listen(at: RequestSocket.path(of: getpid(), in: directories.state))
        defer { close(listener) }
        let sending = Task { [directories] in
            _ = try await RequestClient.send(RefreshRequest(), for: directories)
        }
        let connection = try await blockingCall {
            let connection = UnixSocket.accept(from: listener)
            _ = RequestSocket.readLine(from: connection)
            return connection
        }
        defer { close(connection) }
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
        #expect(RequestSocket.readLine(from: connection) == nil)
    }

    @Test("A command that is cancelled while a Fiber accepts nobody waits no longer")
    func cancelledBeforeItIsAccepted() async throws {
        let path = RequestSocket.path(of: getpid(), in: directories.state)
        let listener = try UnixSocket.listen(at: path)
        defer { close(listener) }
        // As many as the queue of the listener holds, and more.
        for _ in 0..<10 { _ = UnixSocket.hasListener(at: path) }
        let sending = Task { [directories] in
            _ = try await RequestClient.send(RefreshRequest(), for: directories)
        }
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
    }

    @Test("A suspended process is taken for a Fiber only while it listens on its socket")
    func suspended() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "kill -STOP $$"]
        try process.run()
        let number = process.processIdentifier
        defer { kill(number, SIGKILL) }
        // Polled, because no event says that a process was stopped.
        while !ProcessState.isSuspended(number) { try await Task.sleep(for: .milliseconds(1)) }
        let listener = try UnixSocket.listen(at: RequestSocket.path(of: number, in: directories.state))
        #expect(RequestClient.suspendedProcesses(for: directories) == [number])
        // As many as the queue of the listener holds, and more.
        for _ in 0..<10 { #expect(RequestClient.suspendedProcesses(for: directories) == [number]) }
        // The socket stays behind as after a crash, and the process has its number.
        close(listener)
        #expect(RequestClient.suspendedProcesses(for: directories) == [])
    }
}
