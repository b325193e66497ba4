import EngineConcepts
import FiberConfiguration
import Foundation
import Storage

/// A server for commands in other terminals, over a socket in the state directory. It takes the requests of
/// ``RequestEnvelope/Request`` and nothing else.
package final class RequestServer {
    /// Writing waits for the receiver, for which tasks have no threads to spare.
    private static let replies = DispatchQueue(label: "fiber.replies", attributes: .concurrent)

    private let path: String
    private let source: any DispatchSourceRead

    /// Takes requests for the store of the handlers' context.
    ///
    /// - Parameter readTimeout: The longest time in which a sender sends nothing.
    package init(_ handlers: RequestHandlers, readTimeout: Duration = .seconds(2)) throws {
        let directory = handlers.context.directories.state
        try Directories.create(directory)
        try RequestSocket.removeLeftovers(in: directory)
        path = RequestSocket.path(of: getpid(), in: directory)
        // A process of the same number may have crashed.
        unlink(path)
        let descriptor = try UnixSocket.listen(at: path)
        let queue = DispatchQueue(label: "fiber.requests")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { Self.acceptRequest(from: descriptor, handlers, readTimeout) }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    /// Takes no more requests.
    package func end() {
        source.cancel()
        unlink(path)
    }

    private static func acceptRequest(from listener: Int32, _ handlers: RequestHandlers, _ readTimeout: Duration) {
        let descriptor = UnixSocket.accept(from: listener)
        guard descriptor >= 0 else {
            // Perhaps no descriptors are left. The sender stays in the queue, and this function is called again at once.
            usleep(100_000)
            return
        }
        UnixSocket.limit(descriptor, to: readTimeout)
        // A sender that has closed the connection has given up, or does the work itself because this process was suspended.
        guard let line = RequestSocket.readLine(from: descriptor), !UnixSocket.isClosed(descriptor) else {
            close(descriptor)
            return
        }
        let work = Task { () -> Data? in
            do {
                return try await Self.reply(to: line, by: handlers)
            } catch {
                // An outcome that cannot be encoded. Without a reply, the sender does what can be repeated itself, and
                // reports the rest as lost.
                return nil
            }
        }
        let endsWithSender = RequestSocket.decode(RequestEnvelope.self, line)?.request.endsWithSender ?? false
        let watch = endsWithSender ? ConnectionWatch(descriptor) { work.cancel() } : nil
        Task {
            let reply = await work.value
            watch?.end()
            replies.async {
                if let reply { UnixSocket.write(Array(reply), to: descriptor) }
                close(descriptor)
            }
        }
    }

    /// A watch for the end of a connection whose other side sends nothing more.
    ///
    /// Dispatch sources can be cancelled from any thread, which the compiler cannot know.
    private struct ConnectionWatch: @unchecked Sendable {
        private let source: any DispatchSourceRead

        /// Returns `nil` if there are no descriptors left: the work then continues even if the sender is gone.
        init?(_ connection: Int32, onClose: @escaping @Sendable () -> Void) {
            // One of its own, which stays open until the source has ended.
            let descriptor = fcntl(connection, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { return nil }
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
            let watch = self
            source.setEventHandler {
                // Otherwise it would be called again at once.
                watch.end()
                if UnixSocket.isClosed(descriptor) { onClose() }
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }

        func end() { source.cancel() }
    }

    /// The part of a request that all versions have.
    private struct Header: Decodable {
        let store: String
    }

    private static func reply(to received: [UInt8], by handlers: RequestHandlers) async throws -> Data {
        let store = handlers.context.directories.storeFile
        let envelope = RequestSocket.decode(RequestEnvelope.self, received)
        guard let envelope, handlers.understands(envelope.request), envelope.store == store else {
            var reply = ReplyEnvelope(reply: RequestReply<Never>.elsewhere)
            // Without the lease, the command can do anything but opening a place by itself.
            let isItsOwn = envelope != nil || handlers.context.lease.isHeld
            if isItsOwn, RequestSocket.decode(Header.self, received)?.store == store {
                reply.sender.isUnreadable = true
            }
            return try JSONEncoder().encode(reply)
        }
        return switch envelope.request {
        case .open(let request): try await reply(to: request, by: handlers.open)
        case .refresh(let request): try await reply(to: request, by: handlers.refresh)
        case .fill(let request): try await reply(to: request, by: handlers.fill)
        case .act(let request): try await reply(to: request, by: handlers.act)
        case .clean(let request): try await reply(to: request, by: handlers.clean)
        }
    }

    /// Does a request that is meant for this Fiber. Returns the reply.
    private static func reply<Request: ForwardedRequest>(
        to request: Request, by handler: (Request) async throws -> Request.Outcome?
    ) async throws -> Data {
        var reply: ReplyEnvelope<Request.Outcome>
        do {
            let done: RequestReply<Request.Outcome> = try await handler(request).map { .done($0) } ?? .elsewhere
            reply = ReplyEnvelope(reply: done)
        } catch {
            reply = ReplyEnvelope(reply: .refused(Message(error)))
            reply.sender.status = ExitStatus(of: error).rawValue
            reply.sender.advice = (error as? CommandFailure)?.advice
        }
        let data = try JSONEncoder().encode(reply)
        guard data.count > RequestSocket.maximumLength else { return data }
        let reason = Message("replyTooLong", ["limit": .bytes(RequestSocket.maximumLength)])
        return try JSONEncoder().encode(ReplyEnvelope(reply: RequestReply<Request.Outcome>.refused(reason)))
    }
}
