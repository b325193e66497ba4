import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Synchronization

/// Sees requests where they meet their connections, which AsyncHTTPClient tells nobody: when each got one, whether that had
/// served others before, and how many bytes came over it.
///
/// A request carries its number in a header field to the handler on its connection, which takes the field out again.
final class WireWatch: Sendable {
    private struct State {
        var next: UInt64 = 0
        var meters: [UInt64: RequestMeter] = [:]
        /// Connections that have served nobody yet.
        var fresh: Set<ObjectIdentifier> = []
    }

    /// The field that carries a request's number; never leaves the process.
    static let field = "x-fiber-request"

    private let state = Mutex(State())

    /// Expects a request; answers the number that it has to carry, which ``forget(_:)`` gives back.
    func expect(_ meter: RequestMeter) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.meters[state.next] = meter
            return state.next
        }
    }

    /// The request has ended.
    func forget(_ number: UInt64) {
        state.withLock { $0.meters[number] = nil }
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
            try pipeline.addHandler(WireHandler(self, connection), position: .before(inflater))
        }
    }

    /// The request of this number goes over `connection` now.
    fileprivate func begin(_ number: UInt64, on connection: ObjectIdentifier) -> RequestMeter? {
        let (meter, isFresh) = state.withLock { ($0.meters[number], $0.fresh.remove(connection) != nil) }
        meter?.noteConnection(at: ContinuousClock.now, isReused: !isFresh)
        return meter
    }
}

/// Watches one connection or stream.
private final class WireHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let watch: WireWatch
    private let connection: ObjectIdentifier
    private var meter: RequestMeter?

    init(_ watch: WireWatch, _ connection: ObjectIdentifier) {
        self.watch = watch
        self.connection = connection
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), let text = head.headers.first(name: WireWatch.field) else {
            return context.write(data, promise: promise)
        }
        head.headers.remove(name: WireWatch.field)
        meter = UInt64(text).flatMap { watch.begin($0, on: connection) }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head) where head.headers.first(name: "content-encoding")?.lowercased() == "x-gzip":
            // Means the same (RFC 9110 §8.4.1.3); the unpacking behind this knows it by one name.
            head.headers.replaceOrAdd(name: "content-encoding", value: "gzip")
            return context.fireChannelRead(wrapInboundOut(.head(head)))
        case .head: break
        case .body(let bytes): meter?.countWire(bytes.readableBytes)
        case .end: meter = nil
        }
        context.fireChannelRead(data)
    }
}
