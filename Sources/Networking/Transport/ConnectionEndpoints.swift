/// The hosts on the way to a server, for error messages.
struct ConnectionEndpoints {
    /// The requested host with its port.
    let host: String
    /// The description of the proxy, or `nil` for a direct connection.
    let proxy: String?
    /// True if the proxy answers the request itself, so that failures are the proxy's.
    private let isForwarded: Bool

    /// Creates the way to `host`; direct if `route` is `nil`.
    init(to host: String, _ route: HTTPRoutes.Route? = nil) {
        self.host = host
        proxy = route?.proxy.map { "The proxy \($0.endpoint) on the way to \(host)" }
        isForwarded = route?.requestTarget != nil
    }

    /// The name of the machine that the connection is made to.
    var nearest: String { proxy ?? host }

    /// The name of the machine that answers the request.
    var responder: String { isForwarded ? nearest : host }

    /// What to do if that machine cannot be reached, as a sentence to append to the message.
    var advice: String {
        proxy == nil
            ? ""
            : " Check the proxy in the environment (http_proxy, https_proxy, all_proxy); no_proxy leaves hosts out."
    }
}
