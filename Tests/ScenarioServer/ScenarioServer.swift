import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix

/// A scripted web server on the loopback that can respond, wait, disconnect or send garbage, per path. Records its
/// requests. Deterministic: waiting steps wait for ``open(_:)``.
///
/// If a path has several scenarios, each request gets the next one; the last one repeats.
public final class ScenarioServer: Sendable {
    private let channel: any Channel
    private let state: ScenarioState
    private let certificate: TestCertificate?

    /// The port of the server.
    public let port: Int

    /// Starts a server on the loopback, on a free port unless one is given. Paths without a scenario get status 404.
    ///
    /// - Parameter certificate: The certificate for TLS, with HTTP/2 if the client supports it, or `nil` for plain
    ///   HTTP.
    public init(
        _ scenarios: [String: [Scenario]] = [:], port: Int = 0, certificate: TestCertificate? = nil
    ) async throws {
        let state = ScenarioState(scenarios)
        self.state = state
        self.certificate = certificate
        let security = try certificate?.context()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.servers)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                guard let security else {
                    return channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                        try channel.pipeline.syncOperations.addHandler(ScenarioHandler(state))
                    }
                }
                return channel.eventLoop
                    .makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(TLSServerHandler(security))
                    }
                    .flatMap {
                        channel.configureCommonHTTPServerPipeline { stream in
                            stream.eventLoop.makeCompletedFuture {
                                try stream.pipeline.syncOperations.addHandler(ScenarioHandler(state))
                            }
                        }
                    }
            }
            .bind(host: "127.0.0.1", port: port).get()
        self.port = channel.localAddress?.port ?? 0
    }

    /// Runs `body` with a server that is stopped afterwards.
    public static func running<Answer>(
        _ scenarios: [String: [Scenario]], certificate: TestCertificate? = nil,
        _ body: (ScenarioServer) async throws -> Answer
    ) async throws -> Answer {
        let server = try await ScenarioServer(scenarios, certificate: certificate)
        do {
            let answer = try await body(server)
            try await server.stop()
            return answer
        } catch {
            try await server.stop()
            throw error
        }
    }

    /// Returns the URL of a path.
    public func url(_ path: String) -> String {
        "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)\(path)"
    }

    /// Sets the scenarios of a path.
    public func script(_ path: String, _ scenarios: Scenario...) {
        state.script(path, scenarios)
    }

    /// Calls `answer` for paths (with their queries) that begin with `prefix` and have no scenario.
    public func serve(_ prefix: String, _ answer: @escaping @Sendable (ServedRequest) -> Scenario) {
        state.serve(prefix, answer)
    }

    /// Opens a gate: current and later steps that wait for it continue.
    public func open(_ gate: String) {
        state.open(gate)
    }

    /// The requests so far, in order.
    public var requests: [ServedRequest] { state.requests }

    /// Returns the requests for a path.
    public func requests(for path: String) -> [ServedRequest] {
        state.requests.filter { $0.path == path }
    }

    /// The bytes of bodies sent so far.
    public var bodyBytes: Int { state.requests.reduce(0) { $0 + $1.bodyBytes } }

    /// Waits until `count` requests have arrived.
    public func waitForRequests(_ count: Int) async {
        await state.waitForRequests(count)
    }

    /// Sends bytes to the connections whose step is ``Scenario/Step/live(_:)`` with this name. Returns their number.
    @discardableResult
    public func push(_ bytes: [UInt8], to name: String) -> Int {
        state.push(bytes, to: name)
    }

    /// Closes the connections that are sent what is pushed to `name`.
    public func hangUp(_ name: String) {
        state.hangUp(name)
    }

    /// Waits until so many connections are sent what is pushed to `name`.
    public func waitForConnections(_ count: Int, to name: String) async {
        await state.waitForConnections(count, to: name)
    }

    /// Stops the server and opens all gates.
    public func stop() async throws {
        state.openAll()
        try await channel.close()
    }
}
