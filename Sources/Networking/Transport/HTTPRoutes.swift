package import AsyncHTTPClient
import EngineConcepts
import WebText

/// Chooses the HTTP client for a request: direct, through a proxy's tunnel, or through a forward proxy. Each kind has
/// a client of its own, since the route is part of a connection's identity.
struct HTTPRoutes: Sendable {
    /// The route of one request.
    struct Route {
        /// The client that sends the request.
        let client: HTTPClient
        /// The URL that the client connects to and requests.
        let address: String
        /// The proxy, or `nil` for a direct connection.
        let proxy: ProxySettings.Proxy?
        /// The absolute URL that the request line names, since a forward proxy needs it (RFC 9112 §3.2.2), or `nil`
        /// if the request reaches the host itself, directly or through a tunnel.
        var requestTarget: String?
    }

    private let proxies: ProxySettings
    private let direct: HTTPClient
    /// The client for forward proxies, or `nil` if there is none.
    private let forwarding: HTTPClient?
    private let tunnels: [ProxySettings.Proxy: HTTPClient]

    /// Creates the clients from `configuration`.
    ///
    /// - Parameter width: The maximum number of concurrent requests to one proxy, for all hosts together.
    init(_ configuration: HTTPClient.Configuration, proxies: ProxySettings, width: Int) {
        self.proxies = proxies
        direct = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        if proxies.http?.kind == .http {
            var configuration = configuration
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = width
            forwarding = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        } else {
            forwarding = nil
        }
        var tunnels: [ProxySettings.Proxy: HTTPClient] = [:]
        for proxy in proxies.proxies {
            guard let usable = HTTPClient.Configuration.Proxy(proxy) else { continue }
            var configuration = configuration
            configuration.proxy = usable
            tunnels[proxy] = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }
        self.tunnels = tunnels
    }

    /// Closes all connections.
    func shutdown() async throws {
        for client in tunnels.values { try await client.shutdown() }
        try await forwarding?.shutdown()
        try await direct.shutdown()
    }

    /// Returns the route to `address`, a web address without user information.
    func route(to address: String) throws(SupplierError) -> Route {
        guard let proxy = proxies.proxy(for: address) else {
            return Route(client: direct, address: address, proxy: nil)
        }
        // Many proxies allow tunnels only to the HTTPS port.
        if proxy.kind == .http, let forwarding, WebAddress.scheme(of: address) == "http" {
            return Route(
                client: forwarding, address: "http://\(proxy.endpoint)/", proxy: proxy,
                requestTarget: WebAddress.absoluteForm(of: address))
        }
        if let client = tunnels[proxy] { return Route(client: client, address: address, proxy: proxy) }
        let kind = if case .unknown(let scheme) = proxy.kind { scheme } else { "" }
        throw SupplierError(
            .unsupported,
            Message("proxyUnknown", ["kind": .text(TextSanitizer.line(kind))]))
    }
}

extension HTTPClient.Configuration.Proxy {
    fileprivate init?(_ proxy: ProxySettings.Proxy) {
        switch proxy.kind {
        case .http: self = .server(host: proxy.host, port: proxy.port, authorization: proxy.authorization)
        case .socks: self = .socksServer(host: proxy.host, port: proxy.port)
        case .unknown: return nil
        }
    }
}

extension ProxySettings.Proxy {
    /// The credentials for the proxy, or `nil` if it needs none.
    package var authorization: HTTPClient.Authorization? {
        user.map { .basic(username: $0, password: password ?? "") }
    }

    /// Host and port as in a URL.
    package var endpoint: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
