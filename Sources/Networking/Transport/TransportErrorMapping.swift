import CCurl
import EngineConcepts
import LibC
import WebText

/// Maps the errors of libcurl and of decompression to supplier errors with plain messages.
enum TransportErrorMapping {
    /// The results of verification for a certificate of another host: OpenSSL's X509_V_ERR_HOSTNAME_MISMATCH, and
    /// those that mean no result, because libcurl compares the names itself before it asks OpenSSL.
    private static let otherHost = [0, 1, 62]

    /// Returns true if the certificate of the host should be inspected: `failure` says that it is not trusted, or may mean it.
    /// Through an encrypted proxy, a handshake that a certificate has ended can look like a closed connection.
    static func needsInspection(_ failure: CurlFailure, on route: ConnectionRoute) -> Bool {
        if isDistrust(failure) { return true }
        guard case .library(fiber_failure_tls) = failure.reason, let proxy = route.proxy else { return false }
        return proxy.kind == .https && !isFailureOfTLS(to: proxy, failure, on: route) && isClosedConnection(failure)
    }

    /// Returns true if `failure` says that a certificate is not trusted. It does not say enough about the reason.
    private static func isDistrust(_ failure: CurlFailure) -> Bool {
        guard case .library(fiber_failure_certificate) = failure.reason else { return false }
        return !otherHost.contains(failure.report.verification)
    }

    /// Returns true if the other side has closed the connection during the handshake.
    private static func isClosedConnection(_ failure: CurlFailure) -> Bool {
        failure.text.lowercased().contains("ssl_error_syscall")
    }

    /// Returns the supplier error for `failure`, which occurred on the way to a server.
    ///
    /// - Parameter finding: What is wrong with the host's certificate, if known.
    static func supplierError(
        _ failure: CurlFailure, on route: ConnectionRoute, limits: TransportLimits,
        finding: CertificateInspection.Finding? = nil
    ) -> SupplierError {
        if let proxy = route.proxy, isFailureOfTLS(to: proxy, failure, on: route) {
            // The connection to the proxy itself is a direct one.
            var failure = failure
            failure.report.verification = failure.report.proxy_verification
            let error = supplierError(failure, on: ConnectionRoute(endpoint: proxy.endpoint), limits: limits)
            return SupplierError(error.code, .sentences(error.message, Message("checkProxy")), cause: error.cause)
        }
        let responder = route.responder
        return switch failure.reason {
        case .cancelled: .requestCancelled(route.endpoint)
        case .noHead(let limit): SupplierError(.timedOut, .noAnswer(from: responder, within: limit))
        case .idle:
            SupplierError(.timedOut, Message("sentNothing", ["host": responder, "duration": .duration(limits.idle)]))
        case .headTooLong: SupplierError(.limitExceeded, Message("headTooLong", ["host": responder]))
        case .library(fiber_failure_certificate) where isDistrust(failure): untrusted(responder, finding)
        case .library(fiber_failure_tls) where finding?.isOutOfDate ?? false: untrusted(responder, finding)
        case .library(let reason): libraryError(reason, failure: failure, route: route, limits: limits)
        }
    }

    /// Returns the supplier error for a head that is not valid HTTP.
    static func supplierError(_ failure: ResponseHead.Failure, on route: ConnectionRoute) -> SupplierError {
        SupplierError(
            .malformed, Message(failure == .length ? "lengthInvalid" : "headInvalid", ["host": route.responder]))
    }

    /// Returns the supplier error for a body that cannot be decompressed.
    static func supplierError(
        _ failure: DecompressionError, from endpoint: String, _ limits: DecompressionLimits
    ) -> SupplierError {
        switch failure {
        case .tooLarge:
            SupplierError(
                .limitExceeded, Message("bodyTooLong", ["host": .text(endpoint), "limit": .bytes(limits.bytes)]))
        case .tooDense:
            SupplierError(
                .limitExceeded,
                Message("compressionTooHigh", ["host": .text(endpoint), "ratio": .number(limits.ratio)]))
        case .broken: SupplierError(.malformed, Message("compressionBroken", ["host": .text(endpoint)]))
        }
    }

    /// Returns true if there was no secure connection to `proxy`, rather than to the server behind it.
    private static func isFailureOfTLS(
        to proxy: ProxySettings.Proxy, _ failure: CurlFailure, on route: ConnectionRoute
    ) -> Bool {
        guard proxy.kind == .https else { return false }
        switch failure.reason {
        case .library(fiber_failure_certificate), .library(fiber_failure_tls):
            // The handshake with a server follows the proxy's answer to CONNECT.
            return route.isForwarded || failure.report.tunnel_status == 0
        default: return false
        }
    }

    private static func libraryError(
        _ reason: fiber_failure, failure: CurlFailure, route: ConnectionRoute, limits: TransportLimits
    ) -> SupplierError {
        let responder = route.responder
        let report = failure.report
        if route.proxy != nil, report.tunnel_status != 0, !(200...299).contains(report.tunnel_status) {
            return report.tunnel_status == 407
                ? proxyLoginRequired(route)
                : route.failure(.unreachable, Message("proxyRefused", ["proxy": route.nearest]))
        }
        switch reason {
        case fiber_failure_address:
            return SupplierError(.unsupported, Message("addressInvalid", ["host": .text(route.endpoint)]))
        case fiber_failure_host_name: return hostNotFound(route)
        case fiber_failure_proxy_name:
            return route.failure(
                .unreachable,
                Message("proxyNotFound", ["proxy": route.nearest, "host": .text(route.proxy?.host ?? "")]))
        case fiber_failure_connection: return connectionError(failure, route)
        case fiber_failure_proxy:
            return route.failure(.unreachable, Message("proxyRefused", ["proxy": route.nearest]))
        case fiber_failure_timeout:
            let limit = Message.Argument.duration(limits.connect)
            return report.connect_time > 0
                ? SupplierError(.timedOut, Message("tlsTimedOut", ["host": responder, "duration": limit]))
                : route.failure(
                    .timedOut, Message("connectTimedOut", ["host": route.nearest, "duration": limit]))
        case fiber_failure_tls: return unsecured(responder, failure)
        case fiber_failure_certificate:
            return SupplierError(.unreachable, Message("certificateOfOtherHost", ["host": responder]))
        case fiber_failure_authorities: return authoritiesUnreadable(responder)
        case fiber_failure_broken: return SupplierError(.unreachable, Message("connectionClosed", ["host": responder]))
        case fiber_failure_syntax:
            let key = failure.text.lowercased().contains("content-length") ? "lengthInvalid" : "httpInvalid"
            return SupplierError(.malformed, Message(key, ["host": responder]), cause: shortText(of: failure))
        default:
            return SupplierError(
                .unreachable, Message("requestFailed", ["host": responder]), cause: shortText(of: failure))
        }
    }

    /// Returns the supplier error for a host whose name cannot be looked up. With some kinds of proxy, this machine does so.
    private static func hostNotFound(_ route: ConnectionRoute) -> SupplierError {
        let message = Message("hostNotFound", ["host": .text(route.host)])
        guard let kind = route.proxy?.kind, let other = kind.lookingUpNames else {
            return route.failure(.unreachable, message)
        }
        let advice = Message("proxyGetsNoNames", ["scheme": .text(kind.scheme), "other": .text(other.scheme)])
        return SupplierError(.unreachable, .sentences(message, advice))
    }

    static func proxyLoginRequired(_ route: ConnectionRoute) -> SupplierError {
        let key = route.proxy?.user == nil ? "proxyLoginRequired" : "proxyLoginRefused"
        return SupplierError(.notAuthorised, Message(key, ["proxy": route.nearest]))
    }

    /// Returns the supplier error for a file of trusted certificates that cannot be used.
    static func supplierError(
        _ failure: CertificateAuthorities.Failure, on route: ConnectionRoute
    ) -> SupplierError {
        switch failure {
        case .unreadable: authoritiesUnreadable(route.responder)
        case .tooLarge:
            SupplierError(
                .unreachable,
                Message(
                    "authoritiesTooLarge",
                    ["host": route.responder, "limit": .bytes(CertificateAuthorities.maximumBytes)]))
        }
    }

    private static func authoritiesUnreadable(_ responder: Message.Argument) -> SupplierError {
        SupplierError(.unreachable, Message("authoritiesUnreadable", ["host": responder]))
    }

    private static func connectionError(_ failure: CurlFailure, _ route: ConnectionRoute) -> SupplierError {
        let code = CInt(clamping: failure.report.system_error)
        return switch code {
        case ECONNREFUSED:
            route.failure(.unreachable, Message("connectionRefused", ["host": route.nearest]))
        case ETIMEDOUT: route.failure(.timedOut, Message("connectTooSlow", ["host": route.nearest]))
        default:
            route.failure(
                .unreachable, Message("connectionFailed", ["host": route.nearest]),
                cause: code == 0 ? shortText(of: failure) : String(cString: strerror(code)))
        }
    }

    private static func untrusted(
        _ responder: Message.Argument, _ finding: CertificateInspection.Finding?
    ) -> SupplierError {
        let message =
            switch finding {
            case .expired(let end): Message("certificateExpired", ["host": responder, "date": .date(end)])
            case .notYetValid(let start): Message("certificateNotYetValid", ["host": responder, "date": .date(start)])
            case .selfSigned: Message("certificateSelfSigned", ["host": responder])
            case .unknownAuthority(let name?):
                Message("certificateOfUnknownAuthority", ["host": responder, "authority": .text(name)])
            case .unknownAuthority(nil): Message("certificateOfUnnamedAuthority", ["host": responder])
            case nil: Message("certificateUntrusted", ["host": responder])
            }
        return SupplierError(.unreachable, message)
    }

    /// Returns the error of a TLS handshake that failed. What a host without TLS sends looks like a record of an
    /// unknown version or length.
    private static func unsecured(_ responder: Message.Argument, _ failure: CurlFailure) -> SupplierError {
        let text = failure.text.lowercased()
        let signs = ["wrong version number", "http request", "packet length too long", "record layer failure"]
        let host = ["host": responder]
        let message =
            if signs.contains(where: text.contains) {
                Message("notEncrypted", host)
            } else if isClosedConnection(failure) {
                // Some servers without TLS close the connection at once.
                Message.sentences(Message("connectionClosed", host), Message("perhapsNotEncrypted"))
            } else {
                Message("tlsFailed", host)
            }
        return SupplierError(.unreachable, message, cause: shortText(of: failure))
    }

    private static func shortText(of failure: CurlFailure) -> String {
        let text = TextSanitizer.line(failure.text)
        return text.count > 160 ? "\(text.prefix(160))…" : text
    }
}

extension SupplierError {
    static func requestCancelled(_ endpoint: String) -> SupplierError {
        SupplierError(.cancelled, Message("requestCancelled", ["host": .text(endpoint)]))
    }
}
