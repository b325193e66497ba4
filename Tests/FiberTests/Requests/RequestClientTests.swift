import FiberConfiguration
import Foundation
import TestSupport
import Testing

@testable import fiber

@Suite("Sending requests to running Fibers", .timeLimit(.minutes(30)))
struct RequestClientTests {
    @Test("A suspended process is taken for a Fiber only while it listens on its socket")
    func suspended() async throws {
        let home = try TemporaryDirectory()
        let directories = Directories(environment: [:], home: home.path)
        try FileManager.default.createDirectory(atPath: directories.state, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "kill -STOP $$"]
        try process.run()
        let number = process.processIdentifier
        defer { kill(number, SIGKILL) }
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
