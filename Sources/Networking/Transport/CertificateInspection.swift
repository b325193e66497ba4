import EngineConcepts
import NIOCore
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

/// Finds out why a host's certificate was refused. The TLS error does not say, so this opens another connection,
/// looks at the certificate and closes the connection.
enum CertificateInspection {
    /// The reason why a certificate is not valid.
    enum Finding: Hashable, Sendable {
        /// Valid until this time.
        case expired(Timestamp)
        /// Valid only from this time on.
        case notYetValid(Timestamp)
        /// Signed by its owner only.
        case selfSigned
        /// Signed by an authority that is not trusted; with the authority's name, if the certificate has one.
        case unknownAuthority(String?)
    }

    /// Returns what is wrong with the certificate of `host` at `port`, or `nil` if the host presents none within
    /// `timeout`.
    static func inspect(host: String, port: Int, timeout: Duration) async -> Finding? {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let result = loop.makePromise(of: Finding?.self)
        let limit = TimeAmount(timeout)
        let alarm = loop.scheduleTask(in: limit) { result.succeed(nil) }
        let bootstrap = ClientBootstrap(group: loop).connectTimeout(limit)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    var configuration = TLSConfiguration.makeClientConfiguration()
                    // The callback refuses every certificate, so no root needs to be trusted.
                    configuration.trustRoots = .certificates([])
                    let handler = try NIOSSLClientHandler(
                        context: NIOSSLContext(configuration: configuration), serverHostname: serverName(host)
                    ) { (certificates: [NIOSSLCertificate], verdict: EventLoopPromise<NIOSSLVerificationResult>) in
                        result.succeed(certificates.first.map { finding($0, at: Timestamp(seconds: Int64(time(nil)))) })
                        verdict.succeed(.failed)
                    }
                    try channel.pipeline.syncOperations.addHandlers([handler, ErrorIgnoringHandler(result)])
                }
            }
        let connection = bootstrap.connect(host: host, port: port)
        connection.whenFailure { _ in result.succeed(nil) }
        result.futureResult.whenComplete { _ in
            alarm.cancel()
            connection.whenSuccess { $0.close(promise: nil) }
        }
        do {
            return try await result.futureResult.get()
        } catch {
            // No certificate was seen, so there is nothing to report.
            return nil
        }
    }

    private static func finding(_ certificate: NIOSSLCertificate, at now: Timestamp) -> Finding {
        let end = Timestamp(seconds: Int64(certificate.notValidAfter))
        let start = Timestamp(seconds: Int64(certificate.notValidBefore))
        if now > end { return .expired(end) }
        if now < start { return .notYetValid(start) }
        let issuer = certificate.issuerName
        if issuer == certificate.subjectName { return .selfSigned }
        let name = issuer.first { $0.type == .organization } ?? issuer.first { $0.type == .commonName }
        return .unknownAuthority(name.map { TextSanitizer.line($0.value) })
    }

    /// Returns the server name for SNI, or `nil` for an IP address.
    private static func serverName(_ host: String) -> String? {
        host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." } ? nil : host
    }

    /// Closes the connection on any error and ignores the error itself.
    private final class ErrorIgnoringHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let result: EventLoopPromise<Finding?>

        init(_ result: EventLoopPromise<Finding?>) {
            self.result = result
        }

        func channelInactive(context: ChannelHandlerContext) {
            result.succeed(nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
