import Foundation

/// Lets `fiber open` in one terminal move the Fiber that runs in another: a socket in the state directory takes places,
/// as they are typed behind `fiber open`, and nothing else.
///
/// Each running Fiber has a socket of its own, with its process number, which only this user can open.
final class RunningFiber {
    /// A request and the store that it is meant for, sent over the socket as one line of JSON.
    struct AddressedRequest: Codable {
        /// The store of the sender. A Fiber with another store ignores the request.
        var store: String
        var request: OpenRequest
    }

    /// The answer to a request.
    struct Reply: Codable {
        /// Why the place was not opened, or `nil` if it was.
        var refusal: String?
        /// True if this Fiber reads another store, and another one may be meant.
        var isOther = false
    }

    private static let prefix = "open-"
    private static let ending = ".sock"

    private let path: String
    private let source: any DispatchSourceRead

    /// Takes requests for the Fiber that reads `store`.
    ///
    /// - Parameter open: Opens the place, or returns why it does not.
    init(
        in directory: String, store: String, _ open: @escaping @MainActor @Sendable (OpenRequest) async -> String?
    ) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = "\(directory)/\(Self.prefix)\(getpid())\(Self.ending)"
        // A process of the same number may have crashed.
        unlink(path)
        let descriptor = try UnixSocket.listen(at: path)
        let queue = DispatchQueue(label: "fiber.open")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { Self.acceptPlace(from: descriptor, store, open) }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    /// Takes no more requests.
    func end() {
        source.cancel()
        unlink(path)
    }

    private static func acceptPlace(
        from listener: Int32, _ store: String, _ open: @escaping @MainActor @Sendable (OpenRequest) async -> String?
    ) {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        UnixSocket.limit(descriptor, to: 2)
        guard let line = UnixSocket.readLine(from: descriptor), let message = decode(AddressedRequest.self, line) else {
            close(descriptor)
            return
        }
        Task {
            var reply = Reply(isOther: message.store != store)
            if !reply.isOther { reply.refusal = await open(message.request) }
            do {
                UnixSocket.write(Array(try JSONEncoder().encode(reply)), to: descriptor)
            } catch {
                // Without a reply, the sender opens the place itself.
            }
            close(descriptor)
        }
    }

    /// Sends a request to the Fiber that was started last for this store.
    ///
    /// - Returns: Its reply, or `nil` if none runs.
    static func send(_ request: OpenRequest, store: String, in directory: String) throws -> Reply? {
        let line = Array(try JSONEncoder().encode(AddressedRequest(store: store, request: request)))
        for path in sockets(in: directory) {
            let descriptor: Int32
            do {
                descriptor = try UnixSocket.connect(to: path)
            } catch let failure as UnixSocket.Failure {
                // Left by a process that crashed.
                if failure.code == ECONNREFUSED { unlink(path) }
                continue
            }
            defer { close(descriptor) }
            guard UnixSocket.write(line, to: descriptor), let answer = UnixSocket.readLine(from: descriptor),
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
