import WebText

/// The proxies that the environment configures: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, with curl's
/// rules (https://curl.se/libcurl/c/libcurl-env.html).
public struct ProxySettings: Hashable, Sendable {
    public struct Proxy: Hashable, Sendable {
        /// The protocol of a proxy.
        public enum Kind: Hashable, Sendable {
            /// HTTP, with tunnels by `CONNECT`.
            case http
            /// HTTP over TLS.
            case https
            /// SOCKS 4. This machine looks up the names of hosts.
            case socks4
            /// SOCKS 4 with names, which the proxy looks up.
            case socks4a
            /// SOCKS 5. This machine looks up the names of hosts.
            case socks5
            /// SOCKS 5 with names, which the proxy looks up.
            case socks5h
            /// A protocol that Fiber does not support, by its scheme.
            case unknown(String)
        }

        public var kind: Kind
        public var host: String
        public var port: Int
        /// The user name, or `nil` if the proxy needs none.
        public var user: String?
        public var password: String?
    }

    public var http: Proxy?
    public var https: Proxy?
    /// Host names, domains with a leading dot, hosts with a port, addresses and ranges of them (`10.0.0.0/8`) that
    /// are reached directly; `*` for all hosts. IPv6 addresses may be in brackets.
    public var exceptions: [String] = []

    public init() {}

    /// Reads the environment. Names may be in lower or upper case, except `HTTP_PROXY`, which a CGI server sets from
    /// a client's header. A variable that is empty counts as unset.
    public init(environment: [String: String]) {
        func value(_ name: String, capitals: Bool = true) -> String? {
            environment[name]?.nonEmpty ?? (capitals ? environment[name.uppercased()]?.nonEmpty : nil)
        }
        let all = value("all_proxy").flatMap(Proxy.init)
        http = value("http_proxy", capitals: false).flatMap(Proxy.init) ?? all
        https = value("https_proxy").flatMap(Proxy.init) ?? all
        exceptions = (value("no_proxy") ?? "").lowercased().split { $0 == "," || $0 == " " }.map(String.init)
    }

    func proxy(for address: String) -> Proxy? {
        guard let proxy = WebAddress.scheme(of: address) == "https" ? https : http,
            let host = WebAddress.host(of: address), let endpoint = WebAddress.endpoint(of: address)
        else { return nil }
        let isException = exceptions.contains { exception in
            let name = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
            return name == "*" || AddressRange(name)?.contains(host) ?? false || name == host || name == endpoint
                || host.hasSuffix(".\(name)")
        }
        return isException ? nil : proxy
    }
}

extension ProxySettings.Proxy {
    /// Host and port as in a URL.
    package var endpoint: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The proxy as libcurl's URL, without credentials.
    var address: String { "\(kind.scheme)://\(endpoint)" }

    /// Parses `http://user:password@host:port`, where only the host is required. Returns `nil` if there is no host.
    package init?(_ text: String) {
        let address = text.contains("://") ? text : "http://\(text)"
        guard let scheme = WebAddress.scheme(of: address), let host = WebAddress.host(of: address) else { return nil }
        kind = Kind(scheme: scheme)
        if !WebAddress.hasUsablePort(address) { kind = .unknown(WebAddress.endpoint(of: address) ?? scheme) }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = WebAddress.port(of: address) ?? (kind == .https ? 443 : 1080)
        if let user = WebAddress.user(of: address) { (self.user, password) = (user.name, user.password) }
    }
}

extension ProxySettings.Proxy.Kind {
    /// Creates the kind that curl means by a scheme (https://curl.se/libcurl/c/CURLOPT_PROXY.html).
    init(scheme: String) {
        self =
            switch scheme {
            case "http": .http
            case "https": .https
            case "socks4", "socks": .socks4
            case "socks4a": .socks4a
            case "socks5": .socks5
            case "socks5h": .socks5h
            default: .unknown(scheme)
            }
    }

    /// The scheme in the address of a proxy.
    var scheme: String {
        switch self {
        case .http: "http"
        case .https: "https"
        case .socks4: "socks4"
        case .socks4a: "socks4a"
        case .socks5: "socks5"
        case .socks5h: "socks5h"
        case .unknown(let scheme): scheme
        }
    }

    /// True if requests without TLS are sent to the proxy itself, which answers them.
    var forwardsRequests: Bool { self == .http || self == .https }

    /// The kind whose proxies look up the names of hosts, or `nil` if proxies of this kind do so.
    var lookingUpNames: Self? {
        switch self {
        case .socks4: .socks4a
        case .socks5: .socks5h
        case .http, .https, .socks4a, .socks5h, .unknown: nil
        }
    }
}
