import EngineConcepts
import FiberConfiguration
import Foundation
package import Localization
import Suppliers
import SwiftSystem
import Synchronization
import WebText

/// Listens for the answer to a sign-in: a request of the browser to a port of this machine, or a line that the person pastes.
package final class SignInListener: Sendable {
    /// The time for the whole sign-in.
    private static let timeout = Duration.seconds(900)
    /// The time in which a browser must send its request.
    private static let requestTimeout = Duration.seconds(5)
    /// The maximum length of the first line of a request in bytes.
    private static let maximumLineLength = 16 << 10

    /// The texts for the browser.
    package struct Pages {
        /// The page for a user who is signed in.
        let agreed: String
        /// The page for a server that gave no permission.
        let refused: String

        package init(_ localizer: Localizer) {
            agreed = localizer(Message("signInPage"))
            refused = localizer(Message("signInRefusedPage"))
        }
    }

    /// A reason to stop waiting for the browser.
    enum Ending {
        case cancelled
        /// The user typed or pasted the answer.
        case answer(SignInAnswer)
    }

    private let listener: Int32
    /// A pipe that wakes the waiting thread.
    private let wakeEnds: (read: Int32, write: Int32)
    /// Receives the message about a line that is no answer, or `nil` if standard input is not read.
    private let noteWrongLine: (@Sendable (Message) -> Void)?
    private let ending = Mutex<Ending?>(nil)
    /// The address for the browser.
    let redirect: String

    /// Listens on a free port of the loopback.
    ///
    /// - Parameter noteWrongLine: Given to take the answer from standard input too. Receives the message about a line that
    ///   is none.
    init(noteWrongLine: (@Sendable (Message) -> Void)?) throws {
        let descriptor = UnixSocket.stream(of: AF_INET)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        var ends: [Int32] = [0, 0]
        guard let port = Self.listenOnLoopback(descriptor), pipe(&ends) == 0 else {
            let failure = Errno(rawValue: errno)
            close(descriptor)
            throw failure
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wakeEnds = (ends[0], ends[1])
        self.noteWrongLine = noteWrongLine
        listener = descriptor
        redirect = "http://127.0.0.1:\(port)/"
    }

    /// Listens with a socket on a free port of the loopback. Returns the port, or `nil` with `errno` if that fails.
    private static func listenOnLoopback(_ descriptor: Int32) -> UInt16? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 4) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        return isReady ? UInt16(bigEndian: address.sin_port) : nil
    }

    deinit {
        for descriptor in [listener, wakeEnds.read, wakeEnds.write] { close(descriptor) }
    }

    /// Ends the waiting. Only the first end counts.
    func finish(_ how: Ending) {
        ending.withLock { if $0 == nil { $0 = how } }
        _ = write(wakeEnds.write, [0], 1)
    }

    /// Returns the answer to the sign-in. Other requests and lines are answered and ignored. Throws `CancellationError` if
    /// the waiting was cancelled.
    ///
    /// - Parameter state: The text by which the answer is recognised.
    func answer(state: String, _ pages: Pages) async throws -> SignInAnswer {
        try await onOwnThread { try self.wait(for: state, pages) }
    }

    private func wait(for state: String, _ pages: Pages) throws -> SignInAnswer {
        var noteWrongLine = noteWrongLine
        let deadline = ContinuousClock.now + Self.timeout
        while true {
            var watched = [listener, wakeEnds.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if noteWrongLine != nil { watched.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
            let ready = poll(
                &watched, nfds_t(watched.count), Int32(clamping: Int64(max(.zero, deadline - .now) / .milliseconds(1))))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw CommandFailure(Message("signInTimedOut")) }
            switch ending.withLock(\.self) {
            case .answer(let answer): return answer
            case .cancelled: throw CancellationError()
            case nil: break
            }
            if watched[0].revents != 0, let answer = Self.answer(from: listener, state: state, pages) { return answer }
            if let note = noteWrongLine, watched[2].revents != 0 {
                guard let line = readLine() else {
                    noteWrongLine = nil
                    continue
                }
                let text = TextSanitizer.line(line)
                if let answer = Self.answer(in: text, state: state) { return answer }
                if !text.isEmpty { note(Message("signInAddressWrong", ["address": .text(redirect)])) }
            }
        }
    }

    /// Answers one request, and returns the answer to the sign-in in it.
    private static func answer(from listener: Int32, state: String, _ pages: Pages) -> SignInAnswer? {
        let connection = UnixSocket.accept(from: listener)
        guard connection >= 0 else { return nil }
        defer { close(connection) }
        UnixSocket.limit(connection, to: requestTimeout)
        guard let bytes = UnixSocket.readLine(from: connection, upTo: maximumLineLength) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count > 1, words[0] == "GET" else { return nil }
        let found = answer(in: "http://127.0.0.1\(words[1])", state: state)
        let page = found.map { $0.refusal == nil ? pages.agreed : pages.refused }
        let body = page.map { "<!doctype html><meta charset=\"utf-8\"><title>Fiber</title><p>\($0)</p>" } ?? ""
        let status = found == nil ? "404 Not Found" : "200 OK"
        let head =
            "HTTP/1.1 \(status)\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n"
        // A browser that has closed the connection must not end the program.
        UnixSocket.send(Array((head + body).utf8), to: connection)
        return found
    }

    /// Returns the answer in the address that the browser was sent to, if it belongs to this sign-in (RFC 6749 §4.1.2).
    static func answer(in address: String, state: String) -> SignInAnswer? {
        guard let query = address.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
        var values: [String: String] = [:]
        for pair in query.prefix(while: { $0 != "#" }).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[String(parts[0])] = PercentCoding.decoded(parts[1]) }
        }
        guard values["state"] == state else { return nil }
        if let refusal = values["error"] {
            let reason = values["error_description"] ?? refusal
            return SignInAnswer(
                code: "", issuer: values["iss"], refusal: TextSanitizer.line(String(reason.prefix(300))))
        }
        guard let code = values["code"], !code.isEmpty else { return nil }
        return SignInAnswer(code: code, issuer: values["iss"])
    }
}
