import EngineConcepts
import WebText

/// The server of a connection and the proxy before it, for error messages.
struct ConnectionEndpoints {
    /// The requested host with its port.
    let host: String
    /// The proxy, or `nil` for a direct connection.
    var proxy: ProxySettings.Proxy?
    /// True if the proxy answers the request itself, so that failures are the proxy's.
    var isForwarded = false

    /// The requested host without its port.
    var name: String { WebAddress.host(of: "http://\(host)") ?? host }

    /// The name of the machine that the connection is made to.
    var nearest: Message.Argument {
        guard let proxy else { return .text(host) }
        return .message(Message("proxyTo", ["proxy": .text(proxy.endpoint), "host": .text(host)]))
    }

    /// The name of the machine that answers the request.
    var responder: Message.Argument { isForwarded ? nearest : .text(host) }

    /// Returns an error of reaching that machine, with advice about the proxy if it is one.
    func failure(_ code: SupplierError.Code, _ message: Message, cause: String? = nil) -> SupplierError {
        SupplierError(code, proxy == nil ? message : .sentences(message, Message("checkProxy")), cause: cause)
    }
}
