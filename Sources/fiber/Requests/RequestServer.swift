import EngineConcepts
import Foundation

/// Serves commands in other terminals over a socket in the state directory: it takes places, as they are typed behind
/// `fiber open`, the refreshes and fills of `fiber refresh` and `fiber fill`, the actions of commands and the cleaning
/// of `fiber clean`, and nothing else.
final class RequestServer {
    /// The functions that do what requests ask for. Each returns `nil` if another process is to do it.
    struct Handlers: Sendable {
        let open: @Sendable (OpenRequest) async throws -> PlaceOpened?
        let refresh: @Sendable (RefreshRequest) async throws -> RefreshResult?
        let fill: @Sendable (FillRequest) async throws -> FillResult?
        let act: @Sendable (OutboxRequest) async throws -> OutboxResult?
        let clean: @Sendable (CleanRequest) async throws -> Message?
        /// Returns an error in words.
        let words: @MainActor @Sendable (any Error) -> String
    }

    private let path: String
    private let source: any DispatchSourceRead

    /// Takes requests for the Fiber that reads `store`.
    init(in directory: String, store: String, _ handlers: Handlers) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = RequestSocket.path(of: getpid(), in: directory)
        // A process of the same number may have crashed.
        unlink(path)
        let descriptor = try UnixSocket.listen(at: path)
        let queue = DispatchQueue(label: "fiber.requests")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { Self.acceptRequest(from: descriptor, store, handlers) }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    /// Takes no more requests.
    func end() {
        source.cancel()
        unlink(path)
    }

    private static func acceptRequest(from listener: Int32, _ store: String, _ handlers: Handlers) {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        UnixSocket.limit(descriptor, to: 2)
        guard let line = UnixSocket.readLine(from: descriptor), let envelope = decode(line) else {
            close(descriptor)
            return
        }
        Task {
            do {
                UnixSocket.write(Array(try await reply(to: envelope, for: store, handlers)), to: descriptor)
            } catch {
                // Without a reply, the sender does it itself.
            }
            close(descriptor)
        }
    }

    /// Returns `nil` for a line that this version does not understand.
    private static func decode(_ line: [UInt8]) -> RequestEnvelope? {
        do {
            return try JSONDecoder().decode(RequestEnvelope.self, from: Data(line))
        } catch {
            return nil
        }
    }

    private static func reply(
        to envelope: RequestEnvelope, for store: String, _ handlers: Handlers
    ) async throws -> Data {
        func line<Request: ForwardedRequest>(
            _ request: Request, _ handler: (Request) async throws -> Request.Outcome?
        ) async throws -> Data {
            let reply: RequestReply<Request.Outcome>
            do {
                let outcome = envelope.store == store ? try await handler(request) : nil
                reply = outcome.map { .done($0) } ?? .elsewhere
            } catch {
                reply = .refused(await handlers.words(error))
            }
            return try JSONEncoder().encode(reply)
        }
        return switch envelope.request {
        case .open(let request): try await line(request, handlers.open)
        case .refresh(let request): try await line(request, handlers.refresh)
        case .fill(let request): try await line(request, handlers.fill)
        case .act(let request): try await line(request, handlers.act)
        case .clean(let request): try await line(request, handlers.clean)
        }
    }
}
