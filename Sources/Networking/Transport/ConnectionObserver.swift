import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Synchronization
import WebText

/// Sees requests where they meet their connections, which AsyncHTTPClient tells nobody: when each got one, whether that had
/// served others before, and how many bytes came over it. There it also does what that client has no way to ask for: it names
/// whole addresses to proxies that pass requests on, and unpacks what servers misname.
///
/// A request carries its number in a header field to the handler on its connection, which takes the field out again.
final class ConnectionObserver: Sendable {
    private struct State {
        var next: UInt64 = 0
        var requests: [UInt64: Expected] = [:]
        /// Connections that have served nobody yet.
        var fresh: Set<ObjectIdentifier> = []
    }

    /// A request on its way to a connection.
    fileprivate struct Expected {
        let meter: RequestMeter
        let passedOn: String?
    }

    /// The field that carries a request's number; never leaves the process.
    static let field = "x-fiber-request"

    private let state = Mutex(State())
    /// What bodies may weigh, unpacked.
    fileprivate let limits: TransportLimits

    /// Watches connections over which bodies come that are no longer than `limits` say. By how much they may grow, whoever reads
    /// them sees to.
    init(_ limits: TransportLimits) {
        self.limits = TransportLimits(bodyBytes: limits.bodyBytes, inflationRatio: .max)
    }

    /// Expects a request; answers the number that it has to carry, which ``forget(_:)`` gives back.
    ///
    /// - Parameter passedOn: The whole address that it is to name in place of a path; nil where the path will do.
    func expect(_ meter: RequestMeter, passedOn: String?) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.requests[state.next] = Expected(meter: meter, passedOn: passedOn)
            return state.next
        }
    }

    /// The request has ended.
    func forget(_ number: UInt64) {
        state.withLock { $0.requests[number] = nil }
    }

    /// A connection was made.
    func connected(_ channel: any Channel) {
        let connection = ObjectIdentifier(channel)
        state.withLock { _ = $0.fresh.insert(connection) }
        channel.closeFuture.whenComplete { _ in self.state.withLock { _ = $0.fresh.remove(connection) } }
    }

    /// Watches `channel`, which is a connection (HTTP/1) or a stream of one (HTTP/2), below the unpacking of bodies.
    func watch(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let inflater = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
            let connection = ObjectIdentifier(channel.parent ?? channel)
            try pipeline.addHandler(ConnectionHandler(self, connection), position: .before(inflater))
        }
    }

    /// The request of this number goes over `connection` now.
    fileprivate func begin(_ number: UInt64, on connection: ObjectIdentifier) -> Expected? {
        let (request, isFresh) = state.withLock { ($0.requests[number], $0.fresh.remove(connection) != nil) }
        request?.meter.noteConnection(at: ContinuousClock.now, isReused: !isFresh)
        return request
    }
}

/// Watches one connection or stream.
private final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let watch: ConnectionObserver
    private let connection: ObjectIdentifier
    private var meter: RequestMeter?
    /// What the body that comes is called to be packed by.
    private var packing: Packing?
    private var inflater: Inflater?

    /// The ways to pack that servers may choose from.
    private enum Packing {
        case gzip
        case deflate

        /// The one of this name, which is in lower case.
        init?(_ name: String) {
            switch name {
            // The latter means the same (RFC 9110 §8.4.1.3).
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
        guard case .head(var head) = unwrapOutboundIn(data), let text = head.headers.first(name: ConnectionObserver.field) else {
            return context.write(data, promise: promise)
        }
        head.headers.remove(name: ConnectionObserver.field)
        let request = UInt64(text).flatMap { watch.begin($0, on: connection) }
        meter = request?.meter
        if let address = request?.passedOn { head.uri = address }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            (packing, inflater) = (nil, nil)
            let names = head.headers.compressions
            // Of what is packed by gzip more than once, or said to be by everybody who passed it on, the outermost is undone here;
            // whoever reads documents finds out whether that was all.
            guard let packing = names.first.flatMap(Packing.init),
                names.count == 1 || names.allSatisfy({ Packing($0) == .gzip })
            else { return context.fireChannelRead(data) }
            // It is unpacked here: the client's own unpacking, which is behind this, refuses what browsers take.
            self.packing = packing
            head.headers.remove(name: "content-encoding")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let bytes):
            meter?.countWire(bytes.readableBytes)
            if let packing { unpack(bytes, packing, context) } else { context.fireChannelRead(data) }
        case .end:
            if inflater?.isDoubtful ?? false { meter?.noteDoubt() }
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
        let wrapping = packing == .deflate ? Inflater.Wrapping(ofDeflateBeginningWith: first) : .headed
        guard let inflater = inflater ?? Inflater(wrapping, limits: watch.limits.inflation) else {
            return context.fireErrorCaught(Inflater.Fault.broken)
        }
        self.inflater = inflater
        let allocator = context.channel.allocator
        do {
            try bytes.withUnsafeReadableBytes { bytes in
                try inflater.unpack(bytes) { piece in
                    context.fireChannelRead(wrapInboundOut(.body(allocator.buffer(bytes: piece))))
                }
            }
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
