import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Reads the output of a running command. Its pipes may stay open after its end if it leaves processes behind. So the
/// caller announces the command's end, and the data in the pipes at that time completes the output.
final class CommandOutput: Sendable {
    /// The output of a command.
    struct Printed: Sendable {
        /// The standard output.
        var output: [UInt8] = []
        /// The standard error.
        var complaint: [UInt8] = []
    }

    /// Thrown if the output exceeds its limit.
    struct TooLong: Error {}

    /// The time in milliseconds without data after which an inherited pipe counts as complete once the command has
    /// ended. Data passed on between exiting programs still arrives.
    private static let silence: Int32 = 200
    /// The maximum time to read after the command's end.
    private static let patience = Duration.seconds(2)

    private let pipes: (output: Pipe, complaint: Pipe, end: Pipe)
    private let limits: (output: Int, complaint: Int)

    /// Creates the pipes, with limits in bytes.
    init(outputLimit: Int, complaintLimit: Int) throws {
        pipes = (try Pipe(), try Pipe(), try Pipe())
        limits = (outputLimit, complaintLimit)
    }

    /// The write end for standard output.
    var outputEnd: FileDescriptor { pipes.output.writing }
    /// The write end for standard error.
    var complaintEnd: FileDescriptor { pipes.complaint.writing }

    /// Announces that the command has ended or could not be started. Call once, even without a reader.
    func end() throws {
        try pipes.output.writing.close()
        try pipes.complaint.writing.close()
        try pipes.end.writing.close()
    }

    /// Reads the output until the command ends. Call once; blocks a thread meanwhile.
    func read() async throws -> Printed {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global()
                .async {
                    continuation.resume(with: Result { try self.collect() })
                }
        }
    }

    private func collect() throws -> Printed {
        var printed = Printed()
        var deadline: ContinuousClock.Instant?
        var watched = [pipes.output, pipes.complaint, pipes.end]
            .map { pollfd(fd: $0.reading.rawValue, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while watched[0].fd >= 0 || watched[1].fd >= 0 {
            if let deadline, ContinuousClock.now >= deadline { break }
            let ready = poll(&watched, nfds_t(watched.count), deadline == nil ? -1 : Self.silence)
            if ready < 0, errno != EINTR { throw Errno(rawValue: errno) }
            if ready == 0 { break }
            guard ready > 0 else { continue }
            if watched[2].revents != 0 {
                watched[2].fd = -1
                deadline = .now + Self.patience
            }
            if watched[0].revents != 0 {
                try take(from: &watched[0], through: &buffer, into: &printed.output, limits.output)
            }
            if watched[1].revents != 0 {
                try take(from: &watched[1], through: &buffer, into: &printed.complaint, limits.complaint)
            }
        }
        return printed
    }

    private func take(
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
