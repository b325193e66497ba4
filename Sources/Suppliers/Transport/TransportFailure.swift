import AsyncHTTPClient
import EngineConcepts
import NIOCore
import NIOHTTP1
import NIOPosix

/// Says in plain words what went wrong on the network. The one place that knows the errors of the layers below.
enum TransportFailure {
    /// The error that a supplier reports for `error`, which came up while talking to `host`.
    static func supplierError(_ error: any Error, host: String, limits: TransportLimits) -> SupplierError {
        switch error {
        case let error as SupplierError: error
        case is CancellationError: SupplierError(.cancelled, "The request to \(host) was cancelled.")
        case let error as HTTPClientError: clientError(error, host, limits)
        case let error as NIOConnectionError: connectionError(error, host)
        case let error as IOError: ioError(error, host)
        case HTTPParserError.headerOverflow:
            SupplierError(.limitExceeded, "\(host) sent a head that is longer than any should be.")
        case is ChannelError: unreachable(host, "The connection to \(host) could not be made or broke.", error)
        default: otherError(error, host, limits)
        }
    }

    private static func clientError(_ error: HTTPClientError, _ host: String, _ limits: TransportLimits)
        -> SupplierError
    {
        switch error {
        case .proxyAuthenticationRequired:
            SupplierError(
                .notAuthorised,
                "The proxy on the way to \(host) wants to know who asks: put a name and password into it.")
        case .invalidProxyResponse, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            unreachable(host, "The proxy on the way to \(host) did not let the request through.", error)
        case .cancelled, .requestStreamCancelled: SupplierError(.cancelled, "The request to \(host) was cancelled.")
        case .connectTimeout:
            SupplierError(.timedOut, "\(host) could not be reached within \(limits.connect.words).")
        case .deadlineExceeded, .getConnectionFromPoolTimeout:
            SupplierError(.timedOut, "\(host) did not answer within \((limits.connect + limits.firstByte).words).")
        case .readTimeout:
            SupplierError(.timedOut, "\(host) sent nothing for \(limits.silence.words).")
        case .tlsHandshakeTimeout:
            SupplierError(.timedOut, "\(host) did not set up a secure connection within \(limits.connect.words).")
        case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch:
            unreachable(host, "\(host) closed the connection before it had sent everything.", error)
        case .invalidURL, .emptyHost, .emptyScheme:
            SupplierError(.unsupported, "The address at \(host) is not valid.", cause: error.description)
        default:
            unreachable(host, "Talking to \(host) failed.", error)
        }
    }

    private static func connectionError(_ error: NIOConnectionError, _ host: String) -> SupplierError {
        if error.connectionErrors.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
            return SupplierError(
                .unreachable, "There is no host \(error.host); check the address, or the network.",
                cause: (error.dnsAError ?? error.dnsAAAAError).map { TextSanitizer.line("\($0)") })
        }
        if let first = error.connectionErrors.first?.error {
            if let refused = first as? IOError { return ioError(refused, host) }
            if case .connectTimeout? = first as? ChannelError {
                return SupplierError(.timedOut, "\(host) could not be reached in time.")
            }
        }
        return unreachable(host, "\(host) could not be reached.", error)
    }

    private static func ioError(_ error: IOError, _ host: String) -> SupplierError {
        let text = TextSanitizer.line(error.description)
        return text.lowercased().contains("refused")
            ? SupplierError(.unreachable, "\(host) refused the connection: nothing listens there.", cause: text)
            : SupplierError(.unreachable, "\(host) could not be reached; check the network.", cause: text)
    }

    /// Errors of types that are not in reach here are told apart by their module's name.
    private static func otherError(_ error: any Error, _ host: String, _ limits: TransportLimits) -> SupplierError {
        let type = String(reflecting: Swift.type(of: error))
        let text = TextSanitizer.line("\(error)")
        if type.hasPrefix("NIOSSL.") {
            let isCertificate = text.uppercased().contains("CERTIFICATE") || text.contains("hostname")
            return SupplierError(
                .unreachable,
                isCertificate
                    ? "\(host) has no certificate that can be trusted; nothing was sent to it."
                    : "A secure connection to \(host) could not be set up.",
                cause: text)
        }
        if type.contains("DecompressionError") {
            return text.contains("limit")
                ? SupplierError(
                    .limitExceeded,
                    "\(host) sent more than \(limits.bodyBytes >> 20) MiB; that is more than a feed should be.")
                : SupplierError(.malformed, "\(host) sent compressed data that is broken.", cause: text)
        }
        if text.contains("stream ended") || text.contains("invalidEOFState") {
            return unreachable(host, "\(host) closed the connection before it had sent everything.", error)
        }
        if type.contains("HTTPParserError") || type.hasPrefix("NIOHTTP") {
            return SupplierError(.malformed, "\(host) does not speak HTTP as it should.", cause: text)
        }
        return unreachable(host, "Talking to \(host) failed.", error)
    }

    private static func unreachable(_ host: String, _ message: String, _ error: any Error) -> SupplierError {
        SupplierError(.unreachable, message, cause: TextSanitizer.line("\(error)"))
    }
}
