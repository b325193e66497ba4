/// Who is spoken to on the way to a host: what messages name as the culprit.
struct NetworkWay {
    /// The host that is asked, with its port.
    let host: String
    /// The proxy on the way, in words; nil where there is none.
    let proxy: String?
    /// Whether the proxy hears the request and answers it, so that whatever fails, fails with it.
    private let isPassedOn: Bool

    /// The way to `host`; a direct one where there is no `route` to say otherwise.
    init(to host: String, _ route: HTTPRoutes.Route? = nil) {
        self.host = host
        proxy = route?.proxy.map { "The proxy \($0.endpoint) on the way to \(host)" }
        isPassedOn = route?.passedOn != nil
    }

    /// Who a connection is made to.
    var nearest: String { proxy ?? host }

    /// Who answers the request.
    var answering: String { isPassedOn ? nearest : host }

    /// What to do where nobody is there, as a sentence behind the message.
    var advice: String {
        proxy == nil
            ? ""
            : " Check the proxy in the environment (http_proxy, https_proxy, all_proxy); no_proxy leaves hosts out."
    }
}
