import CCurl
import EngineConcepts
import LibC
import WebText

/// Maps the errors of libcurl and of decompression to supplier errors with plain messages.
enum TransportErrorMapping {
    /// The results of verification for a certificate of another host: OpenSSL's X509_V_ERR_HOSTNAME_MISMATCH, and
    /// those that mean no result, because libcurl compares the names itself before it asks OpenSSL.
    private static let otherHost = [0, 1, 62]

    /// Returns true if `failure` says that a certificate is not trusted. It does not say enough about the reason.
    static func isDistrust(_ failure: CurlFailure) -> Bool {
        guard case .library(fiber_failure_certificate) = failure.reason else { return false }
        return !otherHost.contains(failure.report.verification)
    }

    /// Returns the supplier error for `failure`, which occurred on a connection with these endpoints.
    ///
    /// - Parameter finding: What is wrong with the host's certificate, if known.
    static func supplierError(
        _ failure: CurlFailure, on endpoints: ConnectionEndpoints, limits: TransportLimits,
        finding: CertificateInspection.Finding? = nil
    ) -> SupplierError {
        let host = endpoints.responder
        return switch failure.reason {
        case .cancelled: .requestCancelled(endpoints.host)
        case .noHead(let limit): SupplierError(.timedOut, .noAnswer(from: host, within: limit))
        case .idle:
            SupplierError(.timedOut, Message("sentNothing", ["host": host, "duration": .duration(limits.idle)]))
        case .headTooLong: SupplierError(.limitExceeded, Message("headTooLong", ["host": host]))
        case .library(fiber_failure_certificate) where isDistrust(failure): untrusted(host, finding)
        case .library(let reason): libraryError(reason, failure: failure, endpoints: endpoints, limits: limits)
        }
    }

    /// Returns the supplier error for a head that is not valid HTTP.
    static func supplierError(_ failure: ResponseHead.Failure, on endpoints: ConnectionEndpoints) -> SupplierError {
        SupplierError(
            .malformed, Message(failure == .length ? "lengthInvalid" : "headInvalid", ["host": endpoints.responder]))
    }

    /// Returns the supplier error for a body of `host` that cannot be decompressed.
    static func supplierError(
        _ failure: DecompressionError, from host: String, _ limits: DecompressionLimits
    ) -> SupplierError {
        switch failure {
        case .tooLong:
            SupplierError(
                .limitExceeded, Message("bodyTooLong", ["host": .text(host), "limit": .bytes(limits.bytes)]))
        case .tooDense:
            SupplierError(
                .limitExceeded,
                Message("compressionTooHigh", ["host": .text(host), "ratio": .number(limits.ratio)]))
        case .broken: SupplierError(.malformed, Message("compressionBroken", ["host": .text(host)]))
        }
    }

    private static func libraryError(
        _ reason: fiber_failure, failure: CurlFailure, endpoints: ConnectionEndpoints, limits: TransportLimits
    ) -> SupplierError {
        let host = endpoints.responder
        let report = failure.report
        if endpoints.proxy != nil, report.tunnel_status != 0, !(200...299).contains(report.tunnel_status) {
            return report.tunnel_status == 407
                ? proxyLoginRequired(endpoints)
                : endpoints.failure(.unreachable, Message("proxyRefused", ["proxy": endpoints.nearest]))
        }
        switch reason {
        case fiber_failure_address:
            return SupplierError(.unsupported, Message("addressInvalid", ["host": .text(endpoints.host)]))
        case fiber_failure_host_name:
            return endpoints.failure(.unreachable, Message("hostNotFound", ["host": .text(endpoints.name)]))
        case fiber_failure_proxy_name:
            return endpoints.failure(
                .unreachable,
                Message("proxyNotFound", ["proxy": endpoints.nearest, "host": .text(endpoints.proxy?.host ?? "")]))
        case fiber_failure_connection: return connectionError(failure, endpoints)
        case fiber_failure_proxy:
            return endpoints.failure(.unreachable, Message("proxyRefused", ["proxy": endpoints.nearest]))
        case fiber_failure_timeout:
            let limit = Message.Argument.duration(limits.connect)
            return report.connect_time > 0
                ? SupplierError(.timedOut, Message("tlsTimedOut", ["host": host, "duration": limit]))
                : endpoints.failure(
                    .timedOut, Message("connectTimedOut", ["host": endpoints.nearest, "duration": limit]))
        case fiber_failure_tls: return unsecured(host, failure)
        case fiber_failure_certificate:
            return SupplierError(.unreachable, Message("certificateOfOtherHost", ["host": host]))
        case fiber_failure_authorities: return authoritiesUnreadable(host)
        case fiber_failure_broken: return SupplierError(.unreachable, Message("connectionClosed", ["host": host]))
        case fiber_failure_syntax:
            let key = failure.text.lowercased().contains("content-length") ? "lengthInvalid" : "httpInvalid"
            return SupplierError(.malformed, Message(key, ["host": host]), cause: shortText(of: failure))
        default:
            return SupplierError(
                .unreachable, Message("requestFailed", ["host": host]), cause: shortText(of: failure))
        }
    }

    static func proxyLoginRequired(_ endpoints: ConnectionEndpoints) -> SupplierError {
        SupplierError(.notAuthorised, Message("proxyLoginRequired", ["proxy": endpoints.nearest]))
    }

    /// Returns the supplier error for a file of trusted certificates that cannot be used.
    static func supplierError(
        _ failure: CertificateAuthorities.Failure, on endpoints: ConnectionEndpoints
    ) -> SupplierError {
        switch failure {
        case .unreadable: authoritiesUnreadable(endpoints.responder)
        case .tooLarge:
            SupplierError(
                .unreachable,
                Message(
                    "authoritiesTooLarge",
                    ["host": endpoints.responder, "limit": .bytes(CertificateAuthorities.maximumBytes)]))
        }
    }

    private static func authoritiesUnreadable(_ host: Message.Argument) -> SupplierError {
        SupplierError(.unreachable, Message("authoritiesUnreadable", ["host": host]))
    }

    private static func connectionError(_ failure: CurlFailure, _ endpoints: ConnectionEndpoints) -> SupplierError {
        let code = CInt(clamping: failure.report.system_error)
        return switch code {
        case ECONNREFUSED:
            endpoints.failure(.unreachable, Message("connectionRefused", ["host": endpoints.nearest]))
        case ETIMEDOUT: endpoints.failure(.timedOut, Message("connectTooSlow", ["host": endpoints.nearest]))
        default:
            endpoints.failure(
                .unreachable, Message("connectionFailed", ["host": endpoints.nearest]),
                cause: code == 0 ? shortText(of: failure) : String(cString: strerror(code)))
        }
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

    /// Returns the error of a TLS handshake that failed. What a host without TLS sends looks like a record of an
    /// unknown version or length.
    private static func unsecured(_ host: Message.Argument, _ failure: CurlFailure) -> SupplierError {
        let text = failure.text.lowercased()
        let signs = ["wrong version number", "http request", "packet length too long", "record layer failure"]
        let key =
            if signs.contains(where: text.contains) {
                "notEncrypted"
            } else if text.contains("ssl_error_syscall") {
                // Some servers without TLS close the connection at once.
                "connectionClosed"
            } else {
                "tlsFailed"
            }
        return SupplierError(.unreachable, Message(key, ["host": host]), cause: shortText(of: failure))
    }

    private static func shortText(of failure: CurlFailure) -> String {
        let text = TextSanitizer.line(failure.text)
        return text.count > 160 ? "\(text.prefix(160))…" : text
    }
}

extension SupplierError {
    static func requestCancelled(_ host: String) -> SupplierError {
        SupplierError(.cancelled, Message("requestCancelled", ["host": .text(host)]))
    }
}
