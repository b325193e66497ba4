import CSocket
import Foundation
import SwiftSystem
import WebText

/// Calls on Unix domain sockets, and lines over them.
enum UnixSocket {
    /// Makes a socket at `path` that only this user can connect to, and listens.
    static func listen(at path: String) throws -> Int32 {
        let descriptor = try make()
        do {
            // Before the path exists, so that no other user can ever connect.
            guard fchmod(descriptor, 0o600) == 0 else { throw Errno(rawValue: errno) }
            try withAddress(of: path) { address, length in
                guard bind(descriptor, address, length) == 0 else { throw Errno(rawValue: errno) }
            }
            guard chmod(path, 0o600) == 0, Foundation.listen(descriptor, 4) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Connects a socket to the one at `path`. While the queue of the other side is full, tries again as long as `mayWait`
    /// returns true.
    ///
    /// - Parameter timeout: The time limit for connecting, and for each later wait for the other side.
    static func connect(
        _ descriptor: Int32, to path: String, timeout: Duration, while mayWait: () -> Bool = { true }
    ) throws {
        limit(descriptor, to: timeout)
        // Not in the system, whose wait for a place in the queue cannot be cut from another thread.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let end = ContinuousClock.now.advanced(by: timeout)
        while true {
            do {
                try connectOnce(descriptor, to: path)
                break
            } catch Errno.resourceTemporarilyUnavailable where ContinuousClock.now < end && mayWait() {
                usleep(20_000)
            }
        }
        _ = fcntl(descriptor, F_SETFL, 0)
    }

    /// Returns true if a process listens on the socket at `path`. Does not wait.
    static func hasListener(at path: String) -> Bool {
        do {
            let descriptor = try make()
            defer { close(descriptor) }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            try connectOnce(descriptor, to: path)
            return true
        } catch Errno.resourceTemporarilyUnavailable {
            // The listener's queue is full.
            return true
        } catch {
            return false
        }
    }

    private static func connectOnce(_ descriptor: Int32, to path: String) throws {
        try withAddress(of: path) { address, length in
            while Foundation.connect(descriptor, address, length) != 0 {
                // After a signal, Linux has not connected, and other systems may have.
                if errno == EINTR { continue }
                if errno == EISCONN { return }
                throw Errno(rawValue: errno)
            }
        }
    }

    /// Ends reading and writing after this time without progress.
    static func limit(_ descriptor: Int32, to timeout: Duration) {
        let (seconds, attoseconds) = timeout.components
        var time = timeval()
        time.tv_sec = .init(seconds)
        time.tv_usec = .init(attoseconds / 1_000_000_000_000)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Returns true if the other side has closed the connection. Does not wait, and leaves what it sent before unread.
    static func isClosed(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// Reads up to a line end, which is not returned. Returns `nil` if there is none, or the line has more than
    /// `longest` bytes.
    static func readLine(from descriptor: Int32, upTo longest: Int) -> [UInt8]? {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while line.count <= longest {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            let piece = buffer[..<count]
            line += piece.prefix { $0 != .lineFeed }
            if piece.contains(.lineFeed) { return line.count <= longest ? line : nil }
        }
        return nil
    }

    /// Writes a line. Returns false if the other side is gone.
    @discardableResult
    static func write(_ line: [UInt8], to descriptor: Int32) -> Bool { send(line + [UInt8.lineFeed], to: descriptor) }

    /// Sends bytes. Returns false if the other side is gone, which raises no signal.
    @discardableResult
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        let flags: Int32 = 0
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Makes a socket that is not connected.
    static func make() throws -> Int32 {
        let descriptor = stream(of: AF_UNIX)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        return descriptor
    }

    /// Makes a stream socket that child processes do not inherit. Returns a negative number if there is an error, which
    /// `errno` says.
    static func stream(of family: Int32) -> Int32 {
        // In one call where there is one: another thread may start a program between two.
        #if canImport(Glibc)
        return socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #elseif os(Linux)
        return socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)
        #else
        let descriptor = socket(family, SOCK_STREAM, 0)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
        #endif
    }

    /// Accepts a connection that child processes do not inherit. Returns a negative number if there is an error, which
    /// `errno` says.
    static func accept(from listener: Int32) -> Int32 { socket_accept(listener) }

    private static func withAddress(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
    ) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        var path = path
        #if os(Linux)
        // An address holds little more than a hundred bytes; the system has a short name for each open directory.
        let parent =
            path.utf8.count < room ? -1 : open(NSString(string: path).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        defer { if parent >= 0 { close(parent) } }
        if parent >= 0 { path = "/proc/self/fd/\(parent)/\(NSString(string: path).lastPathComponent)" }
        #endif
        let bytes = Array(path.utf8) + [0]
        guard bytes.count <= room else { throw Errno.fileNameTooLong }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
