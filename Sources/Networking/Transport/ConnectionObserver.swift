import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Synchronization
import WebText

/// Observes requests on their connections, which AsyncHTTPClient does not report: when a request got its connection,
/// whether the connection was reused, and how many bytes came over it. It also does what that client cannot be asked
/// for: it sends absolute URLs to forward proxies and decompresses bodies with a wrong or unusual `Content-Encoding`.
///
/// A request carries its number in a header field to the handler on its connection, which removes the field.
final class ConnectionObserver: Sendable {
    private struct State {
        var next: UInt64 = 0
        var requests: [UInt64: PendingRequest] = [:]
        /// Connections that have not served a request yet.
        var unused: Set<ObjectIdentifier> = []
    }

    /// A request that has not reached a connection yet.
    fileprivate struct PendingRequest {
        let meter: RequestMeter
        let requestTarget: String?
    }

    /// The header field with the request's number. It never leaves the process.
    static let field = "x-fiber-request"

    private let state = Mutex(State())
    /// The limits for decompressed bodies.
    fileprivate let limits: TransportLimits

    /// Creates an observer that limits the wire size of bodies to `limits`. The reader of a body checks its
    /// decompressed size.
    init(_ limits: TransportLimits) {
        self.limits = TransportLimits(bodyBytes: limits.bodyBytes, maximumInflationRatio: .max)
    }

    /// Registers a request and returns the number that its header must carry; ``unregister(_:)`` releases it.
    ///
    /// - Parameter passedOn: The absolute URL to send in place of the path, or `nil` to send the path.
    func register(_ meter: RequestMeter, requestTarget: String?) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.requests[state.next] = PendingRequest(meter: meter, requestTarget: requestTarget)
            return state.next
        }
    }

    /// Removes a request that has ended.
    func unregister(_ number: UInt64) {
        state.withLock { $0.requests[number] = nil }
    }

    /// Counts a new connection.
    func connected(_ channel: any Channel) {
        let connection = ObjectIdentifier(channel)
        state.withLock { _ = $0.unused.insert(connection) }
        channel.closeFuture.whenComplete { _ in self.state.withLock { _ = $0.unused.remove(connection) } }
    }

    /// Adds a handler to `channel`, a connection (HTTP/1) or a stream of one (HTTP/2), below the decompression of
    /// bodies.
    func watch(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let inflater = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
            let connection = ObjectIdentifier(channel.parent ?? channel)
            try pipeline.addHandler(ConnectionHandler(self, connection), position: .before(inflater))
        }
    }

    /// Assigns the request with this number to `connection`.
    fileprivate func begin(_ number: UInt64, on connection: ObjectIdentifier) -> PendingRequest? {
        let (request, isFresh) = state.withLock { ($0.requests[number], $0.unused.remove(connection) != nil) }
        request?.meter.endConnecting(at: ContinuousClock.now, isReused: !isFresh)
        return request
    }
}

/// Observes one connection or stream.
private final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let watch: ConnectionObserver
    private let connection: ObjectIdentifier
    private var meter: RequestMeter?
    /// The compression of the current body, as its header declares it.
    private var packing: Packing?
    private var inflater: Inflater?

    /// The content encodings that the transport accepts.
    private enum Packing {
        case gzip
        case deflate

        /// Creates the encoding with this name, which must be in lower case.
        init?(_ name: String) {
            switch name {
            // Both names mean the same (RFC 9110 §8.4.1.3).
            case "gzip", "x-gzip": self = .gzip
            case "deflate": self = .deflate
            default: return nil
            }
        }
    }

    init(_ watch: ConnectionObserver, _ connection: ObjectIdentifier) {
        self.watch = watch
        self.connection = connection
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data),
            let text = head.headers.first(name: ConnectionObserver.field)
        else {
            return context.write(data, promise: promise)
        }
        head.headers.remove(name: ConnectionObserver.field)
        let request = UInt64(text).flatMap { watch.begin($0, on: connection) }
        meter = request?.meter
        if let address = request?.requestTarget { head.uri = address }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            (packing, inflater) = (nil, nil)
            let names = head.headers.compressions
            // If a body is compressed by gzip more than once, or only declared so by several proxies, only the
            // outermost layer is removed here. The feed parser detects the rest.
            guard let packing = names.first.flatMap(Packing.init),
                names.count == 1 || names.allSatisfy({ Packing($0) == .gzip })
            else { return context.fireChannelRead(data) }
            // Decompressed here because the client's own decompression, which comes later, refuses bodies that
            // browsers accept.
            self.packing = packing
            head.headers.remove(name: "content-encoding")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let bytes):
            meter?.countWire(bytes.readableBytes)
            if let packing { unpack(bytes, packing, context) } else { context.fireChannelRead(data) }
        case .end:
            if inflater?.hasChecksumError ?? false { meter?.noteChecksumMismatch() }
            meter = nil
            do {
                try inflater?.finish()
                context.fireChannelRead(data)
            } catch {
                context.fireErrorCaught(error)
            }
            (packing, inflater) = (nil, nil)
        }
    }

    private func unpack(_ bytes: ByteBuffer, _ packing: Packing, _ context: ChannelHandlerContext) {
        guard let first = bytes.readableBytesView.first else { return }
        let wrapping = packing == .deflate ? Inflater.Wrapping(ofDeflateBeginningWith: first) : .wrapped
        guard let inflater = inflater ?? Inflater(wrapping, limits: watch.limits.inflation) else {
            return context.fireErrorCaught(Inflater.Fault.broken)
        }
        self.inflater = inflater
        let allocator = context.channel.allocator
        do {
            try bytes.withUnsafeReadableBytes { bytes in
                try inflater.unpack(bytes) { chunk in
                    context.fireChannelRead(wrapInboundOut(.body(allocator.buffer(bytes: chunk))))
                }
            }
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
