import WebText

/// Which proxies to use, as the environment says it to all programs: `http_proxy`, `https_proxy`, `all_proxy` and
/// `no_proxy`, as curl reads them (https://curl.se/libcurl/c/libcurl-env.html).
public struct ProxySettings: Hashable, Sendable {
    /// A proxy.
    public struct Proxy: Hashable, Sendable {
        /// What it speaks.
        public enum Kind: Hashable, Sendable {
            /// HTTP: it is asked to connect.
            case http
            /// SOCKS 5.
            case socks
            /// Something that Fiber does not speak, by its scheme.
            case unknown(String)
        }

        /// What it speaks.
        public var kind: Kind
        /// Where it is.
        public var host: String
        /// Its port.
        public var port: Int
        /// Who asks; nil where it does not want to know.
        public var user: String?
        /// The password of `user`.
        public var password: String?
    }

    /// For addresses that begin with `http:`.
    public var http: Proxy?
    /// For addresses that begin with `https:`.
    public var https: Proxy?
    /// Host names, domains with a leading dot, and hosts with a port that are reached directly; `*` for all.
    public var exceptions: [String]

    /// Uses no proxy.
    public init() {
        exceptions = []
    }

    /// Reads the environment. Names are understood in small letters, and in capitals but for `HTTP_PROXY`, which a web
    /// server hands on from whoever asks it.
    public init(environment: [String: String]) {
        func value(_ name: String, capitals: Bool = true) -> String? {
            let value = environment[name] ?? (capitals ? environment[name.uppercased()] : nil)
            return value.flatMap { $0.isEmpty ? nil : $0 }
        }
        let all = value("all_proxy").flatMap(Proxy.init)
        http = value("http_proxy", capitals: false).flatMap(Proxy.init) ?? all
        https = value("https_proxy").flatMap(Proxy.init) ?? all
        exceptions = (value("no_proxy") ?? "").lowercased().split { $0 == "," || $0 == " " }.map(String.init)
    }

    /// The proxy on the way to `address`; nil where there is none.
    func proxy(for address: String) -> Proxy? {
        guard let proxy = WebAddress.scheme(of: address) == "https" ? https : http,
            let host = WebAddress.host(of: address), let endpoint = WebAddress.endpoint(of: address)
        else { return nil }
        let isException = exceptions.contains { exception in
            let name = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
            return name == "*" || name == host || name == endpoint || host.hasSuffix(".\(name)")
        }
        return isException ? nil : proxy
    }

    /// All proxies, each once.
    package var proxies: Set<Proxy> { Set([http, https].compactMap(\.self)) }
}

extension ProxySettings.Proxy {
    /// Reads `http://user:password@host:port`, where all but the host may be missing; nil where there is no host.
    package init?(_ text: String) {
        let address = text.contains("://") ? text : "http://\(text)"
        guard let scheme = WebAddress.scheme(of: address), let host = WebAddress.host(of: address) else { return nil }
        switch scheme {
        case "http": kind = .http
        case "socks5", "socks5h", "socks": kind = .socks
        default: kind = .unknown(scheme)
        }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let port = WebAddress.endpoint(of: address)?.split(separator: "]").last?.split(separator: ":").last
        self.port = port.flatMap { Int($0) } ?? (kind == .http ? 3128 : 1080)
        if let user = WebAddress.user(of: address) { (self.user, password) = (user.name, user.password) }
    }
}
