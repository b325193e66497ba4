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

/// Finds out why the certificate of a host was refused. The refusal itself does not say: so the host is asked to show its
/// certificate once more, over a connection that ends there.
enum CertificateInspection {
    /// What is wrong with a certificate.
    enum Finding: Hashable, Sendable {
        /// It was valid until then.
        case expired(Timestamp)
        /// It is valid only from then on.
        case notYetValid(Timestamp)
        /// Nobody but its owner has signed it.
        case selfSigned
        /// Whoever signed it is no authority that is known here; with their name, where they have one.
        case unknownAuthority(String?)
    }

    /// What is wrong with the certificate that `host` shows at `port`; nil where it shows none within `patience`.
    static func inspect(host: String, port: Int, patience: Duration) async -> Finding? {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let seen = loop.makePromise(of: Finding?.self)
        let limit = TimeAmount(patience)
        let alarm = loop.scheduleTask(in: limit) { seen.succeed(nil) }
        let bootstrap = ClientBootstrap(group: loop).connectTimeout(limit)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    var configuration = TLSConfiguration.makeClientConfiguration()
                    // Nothing is trusted: the callback sees the certificate, and refuses it in any case.
                    configuration.trustRoots = .certificates([])
                    let handler = try NIOSSLClientHandler(
                        context: NIOSSLContext(configuration: configuration), serverHostname: serverName(host)
                    ) { (certificates: [NIOSSLCertificate], verdict: EventLoopPromise<NIOSSLVerificationResult>) in
                        seen.succeed(certificates.first.map { finding($0, at: Timestamp(seconds: Int64(time(nil)))) })
                        verdict.succeed(.failed)
                    }
                    try channel.pipeline.syncOperations.addHandlers([handler, Silence(seen)])
                }
            }
        let connection = bootstrap.connect(host: host, port: port)
        connection.whenFailure { _ in seen.succeed(nil) }
        seen.futureResult.whenComplete { _ in
            alarm.cancel()
            connection.whenSuccess { $0.close(promise: nil) }
        }
        do {
            return try await seen.futureResult.get()
        } catch {
            // Nobody fails the promise; and where nothing was seen, there is nothing to tell.
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

    /// What to ask a host for by name that may have several; addresses are no names.
    private static func serverName(_ host: String) -> String? {
        host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." } ? nil : host
    }

    /// Ends the search where the connection breaks; says nothing of how.
    private final class Silence: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let seen: EventLoopPromise<Finding?>

        init(_ seen: EventLoopPromise<Finding?>) {
            self.seen = seen
        }

        func channelInactive(context: ChannelHandlerContext) {
            seen.succeed(nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
