import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Synchronization

/// Sees requests where they meet their connections, which AsyncHTTPClient tells nobody: when each got one, whether that had
/// served others before, and how many bytes came over it. There it also does what that client has no way to ask for: it names
/// whole addresses to proxies that pass requests on, and unpacks what servers misname.
///
/// A request carries its number in a header field to the handler on its connection, which takes the field out again.
final class WireWatch: Sendable {
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
    /// How many bytes a body may have, unpacked.
    fileprivate let longestBody: Int

    /// Watches connections over which bodies come that have no more bytes than this.
    init(longestBody: Int) {
        self.longestBody = longestBody
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
            try pipeline.addHandler(WireHandler(self, connection), position: .before(inflater))
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
private final class WireHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let watch: WireWatch
    private let connection: ObjectIdentifier
    private var meter: RequestMeter?
    /// The head of an answer that is called `deflate`, of which nothing else has come yet.
    private var heldHead: HTTPResponseHead?
    private var unpacker: BareDeflate?

    init(_ watch: WireWatch, _ connection: ObjectIdentifier) {
        self.watch = watch
        self.connection = connection
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), let text = head.headers.first(name: WireWatch.field) else {
            return context.write(data, promise: promise)
        }
        head.headers.remove(name: WireWatch.field)
        let request = UInt64(text).flatMap { watch.begin($0, on: connection) }
        meter = request?.meter
        if let address = request?.passedOn { head.uri = address }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            switch head.headers.first(name: "content-encoding")?.lowercased() {
            case "x-gzip":
                // Means the same (RFC 9110 §8.4.1.3); the unpacking behind this knows it by one name.
                head.headers.replaceOrAdd(name: "content-encoding", value: "gzip")
                return context.fireChannelRead(wrapInboundOut(.head(head)))
            case "deflate": heldHead = head
            default: context.fireChannelRead(data)
            }
        case .body(let bytes):
            meter?.countWire(bytes.readableBytes)
            if let head = heldHead, let first = bytes.readableBytesView.first { begin(head, first, context) }
            if let unpacker { unpack(bytes, unpacker, context) } else { context.fireChannelRead(data) }
        case .end:
            meter = nil
            if let head = heldHead { context.fireChannelRead(wrapInboundOut(.head(head))) }
            heldHead = nil
            defer { unpacker = nil }
            do {
                try unpacker?.finish()
                context.fireChannelRead(data)
            } catch {
                context.fireErrorCaught(error)
            }
        }
    }

    /// Hands on the head of an answer that is called `deflate`, as its first byte shows what is meant by that.
    private func begin(_ head: HTTPResponseHead, _ first: UInt8, _ context: ChannelHandlerContext) {
        var head = head
        heldHead = nil
        if BareDeflate.begins(with: first) {
            unpacker = BareDeflate(limit: watch.longestBody)
            head.headers.remove(name: "content-encoding")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func unpack(_ bytes: ByteBuffer, _ unpacker: BareDeflate, _ context: ChannelHandlerContext) {
        do {
            try unpacker.unpack(bytes, context.channel.allocator) { piece in
                context.fireChannelRead(wrapInboundOut(.body(piece)))
            }
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
