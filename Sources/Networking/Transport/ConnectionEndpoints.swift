import EngineConcepts
import WebText

/// The server of a connection and the proxy before it, for error messages.
struct ConnectionEndpoints {
    /// The requested host with its port.
    let host: String
    /// The description of the proxy, or `nil` for a direct connection.
    let proxy: Message?
    /// The host name of the proxy; empty for a direct connection.
    let proxyHost: String
    /// True if the proxy answers the request itself, so that failures are the proxy's.
    let isForwarded: Bool

    /// Creates the endpoints of a connection to `host`, direct or through `proxy`.
    init(to host: String, through proxy: ProxySettings.Proxy? = nil, isForwarded: Bool = false) {
        self.host = host
        self.proxy = proxy.map { Message("proxyTo", ["proxy": .text($0.endpoint), "host": .text(host)]) }
        proxyHost = proxy?.host ?? ""
        self.isForwarded = isForwarded
    }

    /// The requested host without its port.
    var name: String { WebAddress.host(of: "http://\(host)") ?? host }

    /// The name of the machine that the connection is made to.
    var nearest: Message.Argument { proxy.map { .message($0) } ?? .text(host) }

    /// The name of the machine that answers the request.
    var responder: Message.Argument { isForwarded ? nearest : .text(host) }

    /// Returns an error of reaching that machine, with advice about the proxy if it is one.
    func failure(_ code: SupplierError.Code, _ message: Message, cause: String? = nil) -> SupplierError {
        SupplierError(code, proxy == nil ? message : .sentences(message, Message("checkProxy")), cause: cause)
    }
}
