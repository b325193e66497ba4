import AsyncHTTPClient
import EngineConcepts
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import WebText

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Maps the errors of the network libraries to supplier errors with plain messages.
enum TransportFailure {
    /// Returns true if `error` says that a certificate is not trusted. It does not say why.
    static func isDistrust(_ error: any Error) -> Bool {
        switch error as? NIOSSLError {
        case .unableToValidateCertificate, .noCertificateToValidate: true
        case .handshakeFailed(let reason): "\(reason)".contains("CERTIFICATE_VERIFY_FAILED")
        default: false
        }
    }

    /// Returns the supplier error for `error`, which occurred on this way to a host.
    ///
    /// - Parameter finding: What is wrong with the host's certificate, if known.
    static func supplierError(
        _ error: any Error, on endpoints: ConnectionEndpoints, limits: TransportLimits,
        finding: CertificateInspection.Finding? = nil
    ) -> SupplierError {
        let host = endpoints.responder
        return switch error {
        case let error where isDistrust(error): untrusted(host, finding)
        case let error as SupplierError: error
        case is CancellationError: SupplierError(.cancelled, "The request to \(endpoints.host) was cancelled.")
        case let error as HTTPClientError: clientError(error, endpoints, limits)
        case let error as NIOConnectionError: connectionError(error, endpoints)
        case let error as IOError: ioError(error, endpoints)
        case HTTPParserError.headerOverflow:
            SupplierError(.limitExceeded, "\(host) sent a head that is longer than any should be.")
        case let error as NIOSSLError: securityError(error, host)
        case let error as NIOSSLExtraError: certificateError(error, host)
        case is NIOSSLCloseTimedOutError, is NIOTLSUnwrappingError: brokenOff(host)
        case let error as BoringSSLError: unsecured(host, error)
        case let fault as Inflater.Fault: inflationError(fault, host, limits)
        case HTTPParserError.invalidEOFState: brokenOff(host)
        case HTTPParserError.unexpectedContentLength, HTTPParserError.invalidContentLength:
            SupplierError(
                .malformed,
                "\(host) says twice how long its answer is, or not in digits: that is no HTTP. It is for whoever runs it to mend."
            )
        case HTTPParserError.unknown:
            SupplierError(
                .malformed,
                "\(host) does not speak HTTP as it should: lines of its header may end without a carriage return. That is for "
                    + "whoever runs it to mend.")
        case is HTTPParserError:
            SupplierError(.malformed, "\(host) does not speak HTTP as it should.", cause: words(of: error))
        case is ChannelError:
            SupplierError(
                .unreachable,
                "The connection to \(endpoints.host) could not be made, or broke; check the network.\(endpoints.advice)"
            )
        default: otherError(error, host)
        }
    }

    private static func clientError(
        _ error: HTTPClientError, _ endpoints: ConnectionEndpoints, _ limits: TransportLimits
    )
        -> SupplierError
    {
        let host = endpoints.responder
        return switch error {
        case .proxyAuthenticationRequired:
            SupplierError(
                .notAuthorised, "\(endpoints.nearest) wants to know who asks: put a name and password into its address."
            )
        case .invalidProxyResponse, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            SupplierError(.unreachable, "\(endpoints.nearest) did not let the request through.\(endpoints.advice)")
        // The client reports this for the streams of a broken connection, too.
        case .cancelled, .requestStreamCancelled:
            Task.isCancelled
                ? SupplierError(.cancelled, "The request to \(endpoints.host) was cancelled.") : brokenOff(host)
        case .connectTimeout:
            SupplierError(
                .timedOut,
                "\(endpoints.nearest) could not be reached within \(limits.connect.words).\(endpoints.advice)")
        case .deadlineExceeded, .getConnectionFromPoolTimeout:
            SupplierError(.timedOut, "\(host) did not answer within \((limits.connect + limits.firstByte).words).")
        case .readTimeout:
            SupplierError(.timedOut, "\(host) sent nothing for \(limits.idle.words).")
        case .tlsHandshakeTimeout:
            SupplierError(.timedOut, "\(host) did not set up a secure connection within \(limits.connect.words).")
        case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch: brokenOff(host)
        case .invalidURL, .emptyHost, .emptyScheme:
            SupplierError(.unsupported, "The address at \(endpoints.host) is not valid.")
        default:
            unreachable(endpoints.host, "Talking to \(host) failed.", error)
        }
    }

    private static func connectionError(_ error: NIOConnectionError, _ endpoints: ConnectionEndpoints) -> SupplierError
    {
        if error.connectionErrors.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
            let words =
                endpoints.proxy == nil
                ? "There is no host \(error.host), or nobody who knows it; check the address, or the network."
                : "\(endpoints.nearest) cannot be found: there is no host \(error.host), or nobody who knows it.\(endpoints.advice)"
            return SupplierError(.unreachable, words)
        }
        if let first = error.connectionErrors.first?.error {
            if let refused = first as? IOError { return ioError(refused, endpoints) }
            if case .connectTimeout? = first as? ChannelError {
                return SupplierError(.timedOut, "\(endpoints.nearest) could not be reached in time.\(endpoints.advice)")
            }
        }
        return SupplierError(
            .unreachable, "\(endpoints.nearest) could not be reached; check the network.\(endpoints.advice)")
    }

    private static func ioError(_ error: IOError, _ endpoints: ConnectionEndpoints) -> SupplierError {
        switch error.errnoCode {
        case ECONNREFUSED:
            SupplierError(
                .unreachable, "\(endpoints.nearest) refused the connection: nothing listens there.\(endpoints.advice)")
        case ECONNRESET, EPIPE: brokenOff(endpoints.responder)
        case ETIMEDOUT:
            SupplierError(.timedOut, "\(endpoints.nearest) could not be reached in time.\(endpoints.advice)")
        default:
            SupplierError(
                .unreachable,
                "\(endpoints.nearest) could not be reached: \(String(cString: strerror(error.errnoCode))). Check the network."
                    + endpoints.advice)
        }
    }

    /// Returns the error for a failure of TLS.
    private static func securityError(_ error: NIOSSLError, _ host: String) -> SupplierError {
        switch error {
        case .uncleanShutdown: return brokenOff(host)
        case .failedToLoadCertificate, .noSuchFilesystemObject:
            return SupplierError(
                .unreachable,
                "The certificates of the authorities to trust cannot be read: no secure connection to \(host) is made. "
                    + "Check the file that SSL_CERT_FILE names.")
        default: return unsecured(host, error)
        }
    }

    private static func certificateError(_ error: NIOSSLExtraError, _ host: String) -> SupplierError {
        guard error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch else {
            return unsecured(host, error)
        }
        return SupplierError(
            .unreachable,
            "The certificate that \(host) shows is another host's: somebody may stand in between. Nothing was sent to it. "
                + "Check the address, or ask whoever runs \(host).")
    }

    private static func untrusted(_ host: String, _ finding: CertificateInspection.Finding?) -> SupplierError {
        let ownAuthority = "name the file of its certificate in SSL_CERT_FILE"
        let words =
            switch finding {
            case .expired(let end):
                "The certificate of \(host) has expired (it was valid until \(day(end))). Nothing was sent to it. Whoever runs "
                    + "\(host) must renew it; where others say the same, check this machine's clock."
            case .notYetValid(let start):
                "The certificate of \(host) is not valid yet (only from \(day(start)) on). Nothing was sent to it. Check this "
                    + "machine's clock."
            case .selfSigned:
                "The certificate of \(host) is self-signed: nobody vouches for it but \(host) itself. Nothing was sent to it. "
                    + "Where the host is your own, \(ownAuthority)."
            case .unknownAuthority(let name):
                "The certificate of \(host) is signed by \(name.map { "“\($0)”" } ?? "somebody without a name"), no authority "
                    + "that this machine knows. Nothing was sent to it. Where the authority is your own, \(ownAuthority)."
            case nil:
                "The certificate of \(host) cannot be trusted: it has expired, or no authority that this machine knows has "
                    + "signed it. Nothing was sent to it. Check this machine's clock; where the authority is your own, "
                    + "\(ownAuthority)."
            }
        return SupplierError(.unreachable, words)
    }

    private static func day(_ time: Timestamp) -> Substring {
        time.rfc3339.prefix(10)
    }

    private static func unsecured(_ host: String, _ error: any Error) -> SupplierError {
        let text = words(of: error)
        return text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST")
            ? SupplierError(
                .unreachable, "\(host) does not encrypt: an address that begins with http: may lead there.", cause: text
            )
            : SupplierError(.unreachable, "A secure connection to \(host) could not be set up.", cause: text)
    }

    private static func inflationError(
        _ fault: Inflater.Fault, _ host: String, _ limits: TransportLimits
    ) -> SupplierError {
        switch fault {
        case .tooLong:
            SupplierError(
                .limitExceeded,
                "\(host) sent more than \(limits.bodyBytes >> 20) MiB; that is more than a feed should be.")
        case .broken:
            SupplierError(
                .malformed,
                "\(host) sent compressed data that is broken, or that is not compressed although it says so. That is for "
                    + "whoever runs it to mend; it may be right the next time.")
        }
    }

    private static func brokenOff(_ host: String) -> SupplierError {
        SupplierError(.unreachable, "\(host) closed the connection before it had sent everything.")
    }

    /// Classifies errors of other types by their text.
    private static func otherError(_ error: any Error, _ host: String) -> SupplierError {
        let text = words(of: error)
        if text.contains("stream ended") || text.contains("StreamClosed") {
            return brokenOff(host)
        }
        if String(reflecting: Swift.type(of: error)).hasPrefix("NIOHTTP") {
            return SupplierError(.malformed, "\(host) does not speak HTTP as it should.", cause: text)
        }
        return unreachable(host, "Talking to \(host) failed.", error)
    }

    /// Returns a short text of the error, without source locations.
    private static func words(of error: any Error) -> String {
        var text = TextSanitizer.line("\(error)")
        if let reason = text.firstRange(of: "error:"), text.contains("boringssl") || text.contains("BoringSSL") {
            let parts = text[reason.lowerBound...].split(separator: " at ").first.map(String.init) ?? text
            text = parts.split(separator: ":").suffix(1).joined()
        }
        return text.count > 160 ? "\(text.prefix(160))…" : text
    }

    private static func unreachable(_ host: String, _ message: String, _ error: any Error) -> SupplierError {
        SupplierError(.unreachable, message, cause: words(of: error))
    }
}
