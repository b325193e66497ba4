import EngineConcepts
import WebText

/// The way to a server: its endpoint and the proxy before it, for error messages.
struct ConnectionRoute {
    /// The host and port of the server.
    let endpoint: String
    /// The proxy, or `nil` for a direct connection.
    var proxy: ProxySettings.Proxy?
    /// True if the proxy answers the request itself, so that failures are the proxy's.
    var isForwarded = false

    /// The host of the server.
    var host: String { WebAddress.host(of: "http://\(endpoint)") ?? endpoint }

    /// The name of the machine that the connection is made to.
    var nearest: Message.Argument {
        guard let proxy else { return .text(endpoint) }
        return .message(Message("proxyTo", ["proxy": .text(proxy.endpoint), "host": .text(endpoint)]))
    }

    /// The name of the machine that answers the request.
    var responder: Message.Argument { isForwarded ? nearest : .text(endpoint) }

    /// Returns an error of reaching that machine, with advice about the proxy if it is one.
    func failure(_ code: SupplierError.Code, _ message: Message, cause: String? = nil) -> SupplierError {
        SupplierError(code, proxy == nil ? message : .sentences(message, Message("checkProxy")), cause: cause)
    }
}
