import Foundation
import TestSupport
import Testing

@testable import Application

@Suite("Unix domain sockets", .timeLimit(.minutes(30)))
struct UnixSocketTests {
    @Test("Signals do not end a connection that waits until the listener accepts it")
    func signals() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/socket"
        let listener = try UnixSocket.listen(at: path)
        defer { close(listener) }
        // As many as the queue of the listener holds, and more.
        for _ in 0..<10 { _ = UnixSocket.hasListener(at: path) }
        signal(SIGUSR2) { _ in }
        let thread = WaitableState<pthread_t?>(nil)
        // The thread must be there for every signal.
        let mayEnd = DispatchSemaphore(value: 0)
        async let connected = blockingCall {
            thread.withLock { $0 = pthread_self() }
            let connection = Result { try UnixSocket.connected(to: path, timeout: .seconds(600)) }
            mayEnd.wait()
            return try connection.get()
        }
        await thread.wait { $0 != nil }
        let number = try #require(thread.withLock { $0 })
        // On a thread of its own, since the next signal must not wait for the turn of a task.
        let areSent = try await blockingCall {
            (0..<100)
                .allSatisfy { _ in
                    // Apart, because a signal that is pending already is not delivered twice.
                    usleep(1000)
                    return pthread_kill(number, SIGUSR2) == 0
                }
        }
        #expect(areSent)
        // One place in the queue is free.
        close(UnixSocket.accept(from: listener))
        mayEnd.signal()
        close(try await connected)
    }

    @Test("Sending over a connection that the other side has closed fails, and raises no signal")
    func closedConnection() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/socket"
        let listener = try UnixSocket.listen(at: path)
        defer { close(listener) }
        let connection = try UnixSocket.connected(to: path, timeout: .seconds(600))
        let accepted = UnixSocket.accept(from: listener)
        defer { close(accepted) }
        close(connection)
        #expect(!UnixSocket.send([0], to: accepted))
    }

    @Test("Child processes inherit neither a listener nor a connection")
    func inheritance() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/socket"
        let listener = try UnixSocket.listen(at: path)
        defer { close(listener) }
        let connection = try UnixSocket.connected(to: path, timeout: .seconds(600))
        defer { close(connection) }
        let accepted = UnixSocket.accept(from: listener)
        defer { close(accepted) }
        for descriptor in [listener, connection, accepted] { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
    }
}

extension UnixSocket {
    /// Returns a new socket that is connected to that at `path`.
    static func connected(to path: String, timeout: Duration) throws -> Int32 {
        let descriptor = try make()
        do {
            try connect(descriptor, to: path, timeout: timeout)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }
}
