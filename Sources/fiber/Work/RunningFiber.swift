import EngineConcepts
import Foundation

/// Lets commands in one terminal use the Fiber that runs in another: a socket in the state directory takes places, as
/// they are typed behind `fiber open`, and the refresh of `fiber refresh`, the actions of commands, the
/// cleaning of `fiber clean`, and nothing else.
///
/// Each running Fiber has a socket of its own, with its process number, which only this user can open.
final class RunningFiber {
    /// A request and the store that it is meant for, sent over the socket as one line of JSON.
    struct AddressedRequest: Codable {
        /// The store of the sender. A Fiber with another store ignores the request.
        var store: String
        /// The place to open, or `nil`.
        var request: OpenRequest?
        /// The refresh to do, or `nil`.
        var refresh: RefreshRequest?
        /// The actions to perform, or `nil`.
        var outbox: OutboxRequest?
        /// The items to remove, or `nil`.
        var clean: CleanRequest?

        /// True if it asks for nothing that this version knows.
        var isEmpty: Bool { request == nil && refresh == nil && outbox == nil && clean == nil }
    }

    /// The answer to a request.
    struct Reply: Codable {
        /// Why the request was refused, or `nil` if it was not.
        var refusal: String?
        /// True if this Fiber reads another store or cannot refresh, and another one may be meant.
        var isOther = false
        /// The result of a refresh, or `nil`.
        var refreshed: RefreshResult?
        /// The outcome of actions, or `nil`.
        var acted: OutboxResult?
        /// The result of cleaning, or `nil`.
        var cleaned: Message?
    }

    /// The functions that do what requests ask for.
    struct Handlers: Sendable {
        /// Opens the place, or returns why it does not.
        let open: @MainActor @Sendable (OpenRequest) async -> String?
        /// Refreshes. Returns `nil` if another process fetches for the store.
        let refresh: @Sendable (RefreshRequest) async throws -> RefreshResult?
        /// Performs actions. Returns `nil` if another process fetches for the store.
        let outbox: @Sendable (OutboxRequest) async throws -> OutboxResult?
        /// Removes items, and returns the result. Returns `nil` if another process fetches for the store.
        let clean: @Sendable (CleanRequest) async throws -> Message?
        /// Returns an error in words.
        let words: @MainActor @Sendable (any Error) -> String
    }

    /// How many seconds a command waits for the end of a refresh.
    private static let patience = 3600
    /// The maximum length of a reply in bytes: a refresh of thousands of sources has long lists.
    private static let longestReply = 8 << 20

    private static let prefix = "open-"
    private static let ending = ".sock"

    private let path: String
    private let source: any DispatchSourceRead

    /// Takes requests for the Fiber that reads `store`.
    init(in directory: String, store: String, _ handlers: Handlers) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = "\(directory)/\(Self.prefix)\(getpid())\(Self.ending)"
        // A process of the same number may have crashed.
        unlink(path)
        let descriptor = try UnixSocket.listen(at: path)
        let queue = DispatchQueue(label: "fiber.open")
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
        guard let line = UnixSocket.readLine(from: descriptor), let message = decode(AddressedRequest.self, line),
            !message.isEmpty
        else {
            close(descriptor)
            return
        }
        Task {
            let reply = message.store == store ? await reply(to: message, handlers) : Reply(isOther: true)
            do {
                UnixSocket.write(Array(try JSONEncoder().encode(reply)), to: descriptor)
            } catch {
                // Without a reply, the sender does it itself.
            }
            close(descriptor)
        }
    }

    private static func reply(to message: AddressedRequest, _ handlers: Handlers) async -> Reply {
        if let place = message.request { return Reply(refusal: await handlers.open(place)) }
        do {
            if let request = message.outbox {
                let result = try await handlers.outbox(request)
                return Reply(isOther: result == nil, acted: result)
            }
            if let request = message.clean {
                let result = try await handlers.clean(request)
                return Reply(isOther: result == nil, cleaned: result)
            }
            guard let request = message.refresh else { return Reply() }
            let result = try await handlers.refresh(request)
            return Reply(isOther: result == nil, refreshed: result)
        } catch {
            return Reply(refusal: await handlers.words(error))
        }
    }

    /// Lets the Fiber that was started last for this store open a place.
    ///
    /// - Returns: Its reply, or `nil` if none runs.
    static func send(_ request: OpenRequest, store: String, in directory: String) throws -> Reply? {
        try send(AddressedRequest(store: store, request: request), in: directory, patience: 5)
    }

    /// Lets the Fiber that fetches for this store refresh, and waits for the end.
    ///
    /// - Returns: Its reply, or `nil` if none runs.
    static func send(_ refresh: RefreshRequest, store: String, in directory: String) throws -> Reply? {
        try send(AddressedRequest(store: store, refresh: refresh), in: directory, patience: patience)
    }

    /// Lets the Fiber that fetches for this store perform actions, and waits for the outcome.
    ///
    /// - Returns: Its reply, or `nil` if none runs.
    static func send(_ outbox: OutboxRequest, store: String, in directory: String) throws -> Reply? {
        try send(AddressedRequest(store: store, outbox: outbox), in: directory, patience: patience)
    }

    /// Lets the Fiber that fetches for this store remove items, and waits for the end.
    ///
    /// - Returns: Its reply, or `nil` if none runs.
    static func send(_ clean: CleanRequest, store: String, in directory: String) throws -> Reply? {
        try send(AddressedRequest(store: store, clean: clean), in: directory, patience: patience)
    }

    private static func send(
        _ request: AddressedRequest, in directory: String, patience: Int
    ) throws -> Reply? {
        let line = Array(try JSONEncoder().encode(request))
        for path in sockets(in: directory) {
            let descriptor: Int32
            do {
                descriptor = try UnixSocket.connect(to: path, patience: patience)
            } catch let failure as UnixSocket.Failure {
                // Left by a process that crashed.
                if failure.code == ECONNREFUSED { unlink(path) }
                continue
            }
            defer { close(descriptor) }
            guard UnixSocket.write(line, to: descriptor),
                let answer = UnixSocket.readLine(from: descriptor, upTo: longestReply),
                let reply = decode(Reply.self, answer), !reply.isOther
            else { continue }
            return reply
        }
        return nil
    }

    /// The sockets in the directory, the newest first.
    private static func sockets(in directory: String) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            // Nothing was ever started.
            return []
        }
        let paths = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(ending) }.map { "\(directory)/\($0)" }
        func made(_ path: String) -> Date {
            do {
                return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
                    ?? .distantPast
            } catch {
                return .distantPast
            }
        }
        return paths.map { ($0, made($0)) }.sorted { $0.1 > $1.1 }.map(\.0)
    }

    private static func decode<Value: Decodable>(_ kind: Value.Type, _ line: [UInt8]) -> Value? {
        do {
            return try JSONDecoder().decode(kind, from: Data(line))
        } catch {
            return nil
        }
    }
}
