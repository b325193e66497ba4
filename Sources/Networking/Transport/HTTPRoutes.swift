import AsyncHTTPClient
import EngineConcepts
import WebText

/// The ways on which requests leave: directly, through a proxy's tunnel, or by a proxy that passes them on. A client for
/// each, since the way is part of what makes a connection.
struct HTTPRoutes: Sendable {
    /// The way of one request.
    struct Route {
        /// What sends it.
        let client: HTTPClient
        /// What the client is to connect to and ask for.
        let address: String
        /// The proxy on the way; nil on the direct one.
        let proxy: ProxySettings.Proxy?
        /// What the request names in place of a path, since a proxy that passes it on must be told everything
        /// (RFC 9112 §3.2.2); nil where the host itself hears it, if only through a tunnel.
        var passedOn: String?
    }

    private let proxies: ProxySettings
    private let direct: HTTPClient
    /// Asks proxies for pages of other hosts; nil where there is no such proxy.
    private let passing: HTTPClient?
    private let tunnels: [ProxySettings.Proxy: HTTPClient]

    /// Makes the clients, each as `configuration` says.
    ///
    /// - Parameter width: How many requests may be at one proxy at a time, whatever hosts they are meant for.
    init(_ configuration: HTTPClient.Configuration, proxies: ProxySettings, width: Int) {
        self.proxies = proxies
        direct = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        if proxies.http?.kind == .http {
            var configuration = configuration
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = width
            passing = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        } else {
            passing = nil
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
        try await passing?.shutdown()
        try await direct.shutdown()
    }

    /// The way to `address`, an address of the web that names no user.
    func route(to address: String) throws(SupplierError) -> Route {
        guard let proxy = proxies.proxy(for: address) else {
            return Route(client: direct, address: address, proxy: nil)
        }
        // Many proxies connect to the port of HTTPS and to no other.
        if proxy.kind == .http, let passing, WebAddress.scheme(of: address) == "http" {
            return Route(
                client: passing, address: "http://\(proxy.endpoint)/", proxy: proxy,
                passedOn: WebAddress.absoluteForm(of: address))
        }
        if let client = tunnels[proxy] { return Route(client: client, address: address, proxy: proxy) }
        let kind = if case .unknown(let scheme) = proxy.kind { scheme } else { "" }
        throw SupplierError(
            .unsupported,
            "The environment asks for a proxy of the kind “\(TextSanitizer.line(kind))”; Fiber knows http and socks5.")
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
    /// What lets the reader in; nil where the proxy does not want to know who asks.
    package var authorization: HTTPClient.Authorization? {
        user.map { .basic(username: $0, password: password ?? "") }
    }

    /// Host and port, as an address has them.
    package var endpoint: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
