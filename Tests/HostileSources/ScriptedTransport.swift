public import EngineConcepts
public import Networking
import Synchronization

/// A network without a network: each request for an address gets the next of the bodies that were prepared for it, and
/// the last one from then on.
public final class ScriptedTransport: Transport {
    private struct State {
        var bodies: [String: [[UInt8]]] = [:]
        var fallback: [[UInt8]] = []
        var requests = 0
    }

    private let type: String
    private let state = Mutex(State())

    /// Creates a transport that sends every body as this media type.
    public init(type: String = "application/json") {
        self.type = type
    }

    /// The number of requests so far.
    public var requests: Int { state.withLock(\.requests) }

    /// Prepares the bodies for the requests to addresses with this path, or for all others if `path` is `nil`.
    public func script(_ path: String? = nil, _ bodies: [[UInt8]]) {
        state.withLock { state in
            if let path { state.bodies[path] = bodies } else { state.fallback = bodies }
        }
    }

    public func send<Answer: Sendable>(
        _ request: TransportRequest, _ read: (TransportResponse) async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        let body = state.withLock { state -> [UInt8]? in
            state.requests += 1
            let path = state.bodies.keys.first { request.address.contains($0) }
            guard let path else { return Self.take(from: &state.fallback) }
            return Self.take(from: &state.bodies[path, default: []])
        }
        guard let body else { return try await read(TransportResponse(status: 404, address: request.address)) }
        return try await read(
            TransportResponse(
                status: 200, address: request.address, headers: ["content-type": type], body: TransportBody(body)))
    }

    private static func take(from bodies: inout [[UInt8]]) -> [UInt8]? {
        bodies.count > 1 ? bodies.removeFirst() : bodies.first
    }
}
