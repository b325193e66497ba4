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

    /// Returns the supplier error for `error`, which occurred on a connection with these endpoints.
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
        case is CancellationError: .requestCancelled(endpoints.host)
        case let error as HTTPClientError: clientError(error, endpoints, limits)
        case let error as NIOConnectionError: connectionError(error, endpoints)
        case let error as IOError: ioError(error, endpoints)
        case HTTPParserError.headerOverflow:
            SupplierError(.limitExceeded, Message("headTooLong", ["host": host]))
        case let error as NIOSSLError: securityError(error, host)
        case let error as NIOSSLExtraError: certificateError(error, host)
        case is NIOSSLCloseTimedOutError, is NIOTLSUnwrappingError: brokenOff(host)
        case let error as BoringSSLError: unsecured(host, error)
        case let fault as Inflater.Fault: inflationError(fault, host, limits)
        case HTTPParserError.invalidEOFState: brokenOff(host)
        case HTTPParserError.unexpectedContentLength, HTTPParserError.invalidContentLength:
            SupplierError(.malformed, Message("lengthInvalid", ["host": host]))
        case HTTPParserError.unknown:
            SupplierError(.malformed, Message("headInvalid", ["host": host]))
        case is HTTPParserError:
            SupplierError(.malformed, Message("httpInvalid", ["host": host]), cause: words(of: error))
        case is ChannelError:
            endpoints.failure(
                .unreachable, Message("connectionFailed", ["host": .text(endpoints.host)]), cause: words(of: error))
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
            SupplierError(.notAuthorised, Message("proxyLoginRequired", ["proxy": endpoints.nearest]))
        case .invalidProxyResponse, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            endpoints.failure(.unreachable, Message("proxyRefused", ["proxy": endpoints.nearest]))
        // The client reports this for the streams of a broken connection, too.
        case .cancelled, .requestStreamCancelled:
            Task.isCancelled
                ? .requestCancelled(endpoints.host) : brokenOff(host)
        case .connectTimeout:
            endpoints.failure(
                .timedOut,
                Message("connectTimedOut", ["host": endpoints.nearest, "duration": .duration(limits.connect)]))
        case .deadlineExceeded, .getConnectionFromPoolTimeout:
            SupplierError(.timedOut, .noAnswer(from: host, within: limits.connect + limits.firstByte))
        case .readTimeout:
            SupplierError(
                .timedOut, Message("sentNothing", ["host": host, "duration": .duration(limits.idle)]))
        case .tlsHandshakeTimeout:
            SupplierError(
                .timedOut, Message("tlsTimedOut", ["host": host, "duration": .duration(limits.connect)]))
        case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch: brokenOff(host)
        case .invalidURL, .emptyHost, .emptyScheme:
            SupplierError(.unsupported, Message("addressInvalid", ["host": .text(endpoints.host)]))
        default:
            requestFailed(host, error)
        }
    }

    private static func connectionError(_ error: NIOConnectionError, _ endpoints: ConnectionEndpoints) -> SupplierError
    {
        if error.connectionErrors.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
            return endpoints.failure(
                .unreachable,
                endpoints.proxy == nil
                    ? Message("hostNotFound", ["host": .text(error.host)])
                    : Message("proxyNotFound", ["proxy": endpoints.nearest, "host": .text(error.host)]))
        }
        if let first = error.connectionErrors.first?.error {
            if let refused = first as? IOError { return ioError(refused, endpoints) }
            if case .connectTimeout? = first as? ChannelError {
                return endpoints.failure(.timedOut, Message("connectTooSlow", ["host": endpoints.nearest]))
            }
        }
        return endpoints.failure(.unreachable, Message("connectionFailed", ["host": endpoints.nearest]))
    }

    private static func ioError(_ error: IOError, _ endpoints: ConnectionEndpoints) -> SupplierError {
        switch error.errnoCode {
        case ECONNREFUSED:
            endpoints.failure(.unreachable, Message("connectionRefused", ["host": endpoints.nearest]))
        case ECONNRESET, EPIPE: brokenOff(endpoints.responder)
        case ETIMEDOUT: endpoints.failure(.timedOut, Message("connectTooSlow", ["host": endpoints.nearest]))
        default:
            endpoints.failure(
                .unreachable, Message("connectionFailed", ["host": endpoints.nearest]),
                cause: String(cString: strerror(error.errnoCode)))
        }
    }

    /// Returns the error for a failure of TLS.
    private static func securityError(_ error: NIOSSLError, _ host: Message.Argument) -> SupplierError {
        switch error {
        case .uncleanShutdown: return brokenOff(host)
        case .failedToLoadCertificate, .noSuchFilesystemObject:
            return SupplierError(
                .unreachable, Message("authoritiesUnreadable", ["host": host]), cause: words(of: error))
        default: return unsecured(host, error)
        }
    }

    private static func certificateError(_ error: NIOSSLExtraError, _ host: Message.Argument) -> SupplierError {
        guard error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch else {
            return unsecured(host, error)
        }
        return SupplierError(.unreachable, Message("certificateOfOtherHost", ["host": host]))
    }

    private static func untrusted(_ host: Message.Argument, _ finding: CertificateInspection.Finding?) -> SupplierError
    {
        let message =
            switch finding {
            case .expired(let end): Message("certificateExpired", ["host": host, "date": .date(end)])
            case .notYetValid(let start): Message("certificateNotYetValid", ["host": host, "date": .date(start)])
            case .selfSigned: Message("certificateSelfSigned", ["host": host])
            case .unknownAuthority(let name?):
                Message("certificateOfUnknownAuthority", ["host": host, "authority": .text(name)])
            case .unknownAuthority(nil): Message("certificateOfUnnamedAuthority", ["host": host])
            case nil: Message("certificateUntrusted", ["host": host])
            }
        return SupplierError(.unreachable, message)
    }

    private static func unsecured(_ host: Message.Argument, _ error: any Error) -> SupplierError {
        let text = words(of: error)
        return text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST")
            ? SupplierError(.unreachable, Message("notEncrypted", ["host": host]), cause: text)
            : SupplierError(.unreachable, Message("tlsFailed", ["host": host]), cause: text)
    }

    private static func inflationError(
        _ fault: Inflater.Fault, _ host: Message.Argument, _ limits: TransportLimits
    ) -> SupplierError {
        switch fault {
        case .tooLong:
            SupplierError(.limitExceeded, Message("bodyTooLong", ["host": host, "limit": .bytes(limits.bodyBytes)]))
        case .broken:
            SupplierError(.malformed, Message("compressionBroken", ["host": host]))
        }
    }

    private static func brokenOff(_ host: Message.Argument) -> SupplierError {
        SupplierError(.unreachable, Message("connectionClosed", ["host": host]))
    }

    /// Classifies errors of other types by their text.
    private static func otherError(_ error: any Error, _ host: Message.Argument) -> SupplierError {
        let text = words(of: error)
        if text.contains("stream ended") || text.contains("StreamClosed") {
            return brokenOff(host)
        }
        if String(reflecting: Swift.type(of: error)).hasPrefix("NIOHTTP") {
            return SupplierError(.malformed, Message("httpInvalid", ["host": host]), cause: text)
        }
        return requestFailed(host, error)
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

    private static func requestFailed(_ host: Message.Argument, _ error: any Error) -> SupplierError {
        SupplierError(.unreachable, Message("requestFailed", ["host": host]), cause: words(of: error))
    }
}

extension SupplierError {
    /// The error of a cancelled request to `host`.
    static func requestCancelled(_ host: String) -> SupplierError {
        SupplierError(.cancelled, Message("requestCancelled", ["host": .text(host)]))
    }
}
