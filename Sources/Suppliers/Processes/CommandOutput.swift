import Dispatch
import LibC
import SwiftSystem

/// Reads the output of a running command. Its pipes may stay open after its end if it leaves processes behind. So the
/// caller announces the command's end, and the data in the pipes at that time completes the output.
final class CommandOutput: Sendable {
    struct Output: Sendable {
        var output: [UInt8] = []
        var standardError: [UInt8] = []
    }

    /// Thrown if the output exceeds its limit.
    struct TooLong: Error {}

    /// The time in milliseconds without data after which an inherited pipe counts as complete once the command has
    /// ended. Data passed on between exiting programs still arrives.
    private static let idleMilliseconds: Int32 = 200
    /// The maximum time to read after the command's end.
    private static let drainTimeout = Duration.seconds(2)

    private let pipes: (output: Pipe, standardError: Pipe, end: Pipe)
    private let limits: (output: Int, standardError: Int)

    /// Creates the pipes, with limits in bytes.
    init(outputLimit: Int, errorLimit: Int) throws {
        pipes = (try Pipe(), try Pipe(), try Pipe())
        limits = (outputLimit, errorLimit)
    }

    /// The write end for standard output.
    var outputEnd: FileDescriptor { pipes.output.writing }
    /// The write end for standard error.
    var errorEnd: FileDescriptor { pipes.standardError.writing }

    /// Announces that the command has ended or could not be started. Call once, even without a reader.
    func end() throws {
        try pipes.output.writing.close()
        try pipes.standardError.writing.close()
        try pipes.end.writing.close()
    }

    /// Reads the output until the command ends. Call once; blocks a thread meanwhile.
    func read() async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global()
                .async {
                    continuation.resume(with: Result { try self.collect() })
                }
        }
    }

    private func collect() throws -> Output {
        var output = Output()
        var deadline: ContinuousClock.Instant?
        var watched = [pipes.output, pipes.standardError, pipes.end]
            .map { pollfd(fd: $0.reading.rawValue, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while watched[0].fd >= 0 || watched[1].fd >= 0 {
            if let deadline, ContinuousClock.now >= deadline { break }
            let ready = poll(&watched, nfds_t(watched.count), deadline == nil ? -1 : Self.idleMilliseconds)
            if ready < 0, errno != EINTR { throw Errno(rawValue: errno) }
            if ready == 0 { break }
            guard ready > 0 else { continue }
            if watched[2].revents != 0 {
                watched[2].fd = -1
                deadline = .now + Self.drainTimeout
            }
            if watched[0].revents != 0 {
                try read(from: &watched[0], through: &buffer, into: &output.output, limits.output)
            }
            if watched[1].revents != 0 {
                try read(from: &watched[1], through: &buffer, into: &output.standardError, limits.standardError)
            }
        }
        return output
    }

    private func read(
        from watched: inout pollfd, through buffer: inout [UInt8], into bytes: inout [UInt8], _ limit: Int
    ) throws {
        let count = readAvailable(watched.fd, into: &buffer)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else {
            watched.fd = -1
            return
        }
        guard bytes.count + count <= limit else { throw TooLong() }
        bytes += buffer[..<count]
    }
}

/// Calls the system's `read`, which the method of the same name shadows.
private func readAvailable(_ descriptor: CInt, into buffer: inout [UInt8]) -> Int {
    read(descriptor, &buffer, buffer.count)
}

/// A pipe that other processes do not inherit. Its read end is closed on deinit.
private final class Pipe: Sendable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init() throws {
        (reading, writing) = try FileDescriptor.pipe()
        for end in [reading, writing] {
            guard fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) == 0 else { throw Errno(rawValue: errno) }
        }
    }

    deinit {
        // Closing a descriptor that was only read loses nothing.
        _ = close(reading.rawValue)
    }
}
