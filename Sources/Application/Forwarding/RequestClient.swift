package import EngineConcepts
package import FiberConfiguration
import Foundation
import SwiftSystem
import Synchronization

/// Lets a Fiber that is open on the same store do the work of a command.
package enum RequestClient {
    /// Sends a request to the Fibers that run, those that started last first, and waits for the outcome. A suspended one is
    /// skipped: it would do the request later, when no command waits for it. Waits on a thread of its own, because an
    /// outcome can take an hour. If the task is cancelled, cuts the connection and throws `CancellationError`.
    ///
    /// - Returns: The outcome, or `nil` if no Fiber does it.
    /// - Throws: The reason for which a Fiber refused the request; or an error if the request is too long, if the only Fiber
    ///   that could do it has another version and does not understand it, or if one may have done it and it must not be
    ///   repeated.
    package static func send<Request: ForwardedRequest>(
        _ request: Request, for directories: Directories, timeout: Duration = Request.timeout
    ) async throws -> Request.Outcome? {
        let connection = RequestConnection()
        return try await withTaskCancellationHandler {
            try await onOwnThread { try waitForAnswer(to: request, for: directories, timeout, over: connection) }
        } onCancel: {
            connection.cut()
        }
    }

    /// Lets the lease holder refresh these sources, or all if `nil`. Throws like ``send(_:for:timeout:)``.
    ///
    /// - Returns: The number of new tickets, or `nil` if no Fiber refreshes.
    package static func refresh(_ sources: Set<SupplierID>?, for directories: Directories) async throws -> Int? {
        let request = RefreshRequest(sources: sources?.map(\.rawValue).sorted() ?? [])
        return try await send(request, for: directories).map(\.inserted)
    }

    private static func waitForAnswer<Request: ForwardedRequest>(
        to request: Request, for directories: Directories, _ timeout: Duration, over connection: RequestConnection
    ) throws -> Request.Outcome? {
        let envelope = RequestEnvelope(store: directories.storeFile, request: request.envelope)
        let line = Array(try JSONEncoder().encode(envelope))
        var difference: Message?
        for path in sockets(in: directories.state) where !isSuspended(path) {
            let descriptor = try UnixSocket.make()
            let answer = try connection.use(descriptor) { () -> Answer<Request.Outcome> in
                do {
                    try UnixSocket.connect(descriptor, to: path, timeout: timeout, while: { !connection.isCut })
                } catch let failure as Errno {
                    // Left by a process that crashed.
                    if failure == .connectionRefused { unlink(path) }
                    return .elsewhere
                }
                return try exchange(line, over: descriptor)
            }
            switch answer {
            case .elsewhere: continue
            case .done(let outcome): return outcome
            case .refused(let failure): throw failure
            case .unread(let found): difference = found
            case .unknown(nil) where Request.canBeRepeated: continue
            case .unknown(let found?) where Request.canBeRepeated: throw CommandFailure(found)
            case .unknown(let found):
                let lost = Message("requestWasLost")
                throw CommandFailure(found.map { Message.sentences(lost, $0) } ?? lost)
            }
        }
        if let difference { throw CommandFailure(difference) }
        return nil
    }

    /// The answer of one Fiber. The messages say that it has another version.
    private enum Answer<Outcome: Codable & Sendable> {
        case done(Outcome)
        case elsewhere
        /// It refused the request.
        case refused(CommandFailure)
        /// It did nothing, because it could not read the request.
        case unread(Message)
        /// There is no reply, or this version does not understand it.
        case unknown(Message?)
    }

    /// Sends a line and returns the answer to it.
    private static func exchange<Outcome>(_ line: [UInt8], over descriptor: Int32) throws -> Answer<Outcome> {
        guard line.count <= RequestSocket.maximumLength else {
            throw CommandFailure(Message("requestTooLong", ["limit": .bytes(RequestSocket.maximumLength)]))
        }
        // A request that was not sent whole is not done.
        guard UnixSocket.write(line, to: descriptor) else { return .elsewhere }
        guard let answer = RequestSocket.readLine(from: descriptor) else { return .unknown(nil) }
        let sender = RequestSocket.decode(ReplySender.self, answer)
        guard let reply = RequestSocket.decode(RequestReply<Outcome>.self, answer) else {
            return .unknown(sender?.difference)
        }
        if sender?.isUnreadable == true, let difference = sender?.difference { return .unread(difference) }
        switch reply {
        case .done(let outcome): return .done(outcome)
        case .elsewhere: return .elsewhere
        case .refused(let reason):
            let status = sender?.status.flatMap { ExitStatus(rawValue: $0) }
            return .refused(CommandFailure(status ?? .failed, reason, advice: sender?.advice))
        }
    }

    /// Returns the running Fibers that are suspended, by their process numbers. Another program can have the number of a
    /// Fiber that crashed and left its socket; then no process listens on it.
    package static func suspendedProcesses(for directories: Directories) -> [Int32] {
        sockets(in: directories.state).filter { isSuspended($0) && UnixSocket.hasListener(at: $0) }
            .compactMap(RequestSocket.process)
    }

    private static func isSuspended(_ socket: String) -> Bool {
        RequestSocket.process(of: socket).map(ProcessState.isSuspended) ?? false
    }

    /// Returns the sockets in the directory, the newest first.
    private static func sockets(in directory: String) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            // Nothing was ever started.
            return []
        }
        func made(_ path: String) -> Date {
            do {
                return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
                    ?? .distantPast
            } catch {
                return .distantPast
            }
        }
        return names.filter(RequestSocket.isName).map { "\(directory)/\($0)" }
            .map { ($0, made($0)) }.sorted { $0.1 > $1.1 }.map(\.0)
    }
}

/// The connection over which a thread waits, which another one can cut.
private final class RequestConnection: Sendable {
    private struct State {
        /// The socket that is connected or being connected, or `nil` if there is none.
        var descriptor: Int32?
        var isCut = false
    }

    private let state = Mutex(State())

    /// True once the exchange was ended.
    var isCut: Bool { state.withLock { $0.isCut } }

    /// Returns the result of `exchange` over a socket, and closes it. Throws `CancellationError` if it was cut.
    func use<Reply>(_ descriptor: Int32, _ exchange: () throws -> Reply) throws -> Reply {
        defer {
            // First, or else another file could be cut that has the number by then.
            state.withLock { $0.descriptor = nil }
            close(descriptor)
        }
        let wasCut = state.withLock { state in
            state.descriptor = descriptor
            return state.isCut
        }
        if wasCut { throw CancellationError() }
        let reply = try exchange()
        if isCut { throw CancellationError() }
        return reply
    }

    /// Ends the exchange, and those that would follow.
    func cut() {
        state.withLock { state in
            state.isCut = true
            // Wakes the thread that reads or writes, as closing would not.
            if let descriptor = state.descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }
}
