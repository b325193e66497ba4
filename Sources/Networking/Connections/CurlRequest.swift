import CCurl

/// One request on one connection: a redirect leads to another one.
struct CurlRequest: Sendable {
    /// A web address without user and fragment, fully encoded.
    var address: String
    /// The method, or `nil` for GET.
    var method: String?
    /// The header fields, as `Name: value`.
    var fields: [String] = []
    var body: [UInt8]?
    /// The proxy, or `nil` for a direct connection.
    var proxy: ProxySettings.Proxy?
    /// The certificate authorities to trust, in PEM, or `nil` for the system's.
    var authorities: CertificateAuthorities?
    /// The timeout for connecting, TLS included.
    var connect: Duration
    /// The timeout for the head of the response, from the moment when the connection is open.
    var firstByte: Duration
    /// The maximum time without data while a response arrives.
    var idle: Duration
    /// True if the request must not share its connection with an earlier one, because it must not be repeated.
    var needsNewConnection = false
    /// True if the connection may change to another protocol, which only HTTP/1.1 can do.
    var changesProtocol = false
    /// True to look at the host's certificate only.
    var isInspection = false
    /// Receives the times of the connection, on the loop's thread.
    var onConnect: @Sendable (fiber_report) -> Void = { _ in }
    /// Receives the number of bytes of the body that were sent, on the loop's thread; `nil` if they are not needed.
    var uploaded: (@Sendable (Int) -> Void)?
}

/// The reason why a transfer ended early.
struct CurlFailure: Error, Sendable {
    enum Reason: Sendable {
        /// The reasons that libcurl gives.
        case library(fiber_failure)
        case cancelled
        /// No head within this time, since the connection was open or since the start of the request.
        case noHead(within: Duration)
        /// No data for the idle timeout.
        case idle
        case headTooLong
    }

    var reason: Reason
    /// libcurl's own description.
    var text = ""
    /// The times and codes of the connection.
    var report = fiber_report()

    static let cancelled = CurlFailure(reason: .cancelled)

    /// True if a connection that was kept from an earlier request was closed before the answer.
    var isOfKeptConnection: Bool {
        guard case .library(fiber_failure_broken) = reason else { return false }
        return report.connections == 0
    }
}

extension CurlRequest {
    /// Creates the transfer in `stack`. Returns `nil` if there is no memory.
    func makeTransfer(_ handlers: fiber_handlers) -> OpaquePointer? {
        guard let transfer = fiber_transfer_new(address, method, connect.inMilliseconds, handlers) else { return nil }
        var isComplete = fields.allSatisfy { fiber_transfer_add_field(transfer, $0) }
        if let body { isComplete = fiber_transfer_set_body(transfer, body, body.count) && isComplete }
        if let proxy {
            isComplete = fiber_transfer_set_proxy(transfer, proxy.address, proxy.user, proxy.password) && isComplete
        }
        if let authorities { isComplete = authorities.apply(to: transfer) && isComplete }
        if needsNewConnection { fiber_transfer_set_new_connection(transfer) }
        if changesProtocol { isComplete = fiber_transfer_set_upgrade(transfer) && isComplete }
        if isInspection { fiber_transfer_set_inspection(transfer) }
        guard isComplete else {
            fiber_transfer_free(transfer)
            return nil
        }
        return transfer
    }
}

extension Duration {
    /// The duration in milliseconds, at least 1.
    var inMilliseconds: Int { max(1, Int(clamping: Int64(self / .milliseconds(1)))) }
}
