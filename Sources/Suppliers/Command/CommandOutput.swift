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

/// What a command prints, read while it runs. Its pipes do not end when it does: what it leaves running behind it may hold
/// them for as long as it likes. So whoever runs the command says when it has ended, and what lies in the pipes then is all
/// there is.
final class CommandOutput: Sendable {
    /// What was printed.
    struct Printed: Sendable {
        /// On standard output.
        var output: [UInt8] = []
        /// On standard error.
        var complaint: [UInt8] = []
    }

    /// More was printed than is taken.
    struct TooLong: Error {}

    /// How long, in milliseconds, a pipe that somebody still holds must have been silent after the command's end: what one
    /// program hands on to the next on its way out is still wanted.
    private static let silence: Int32 = 200
    /// Whoever goes on printing after the command's end is listened to for no longer.
    private static let patience = Duration.seconds(2)

    private let pipes: (output: Pipe, complaint: Pipe, end: Pipe)
    private let limits: (output: Int, complaint: Int)

    /// Takes in so many bytes of either.
    init(outputLimit: Int, complaintLimit: Int) throws {
        pipes = (try Pipe(), try Pipe(), try Pipe())
        limits = (outputLimit, complaintLimit)
    }

    /// Where the command writes its output.
    var outputEnd: FileDescriptor { pipes.output.writing }
    /// Where it writes its errors.
    var complaintEnd: FileDescriptor { pipes.complaint.writing }

    /// Says that the command has ended, or was never there. To be called once, also where nobody reads.
    func end() throws {
        try pipes.output.writing.close()
        try pipes.complaint.writing.close()
        try pipes.end.writing.close()
    }

    /// What the command prints until it ends. To be called once; holds a thread for so long.
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

/// Calls the system's `read`, which the method of the same name hides inside the type.
private func readAvailable(_ descriptor: CInt, into buffer: inout [UInt8]) -> Int {
    read(descriptor, &buffer, buffer.count)
}

/// A pipe that no other process inherits. Its reading end is closed with it.
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
        // It was only read from: nothing is lost, whatever closing it says.
        _ = close(reading.rawValue)
    }
}
