import NIOCore
import NIOPosix
import Synchronization

/// A loopback proxy: forward proxy for `http:`, HTTP CONNECT, SOCKS 4 and SOCKS 5. Connects to the loopback at the requested
/// port for any host name, so that hosts need not exist.
public final class ProxyServer: Sendable {
    /// A request to the proxy.
    public struct Visit: Hashable, Sendable {
        /// `CONNECT`, `SOCKS4`, `SOCKS5`, or the method of a request to forward.
        public var protocolName: String
        /// Host and port, or the absolute URL of a request to forward.
        public var target: String
        /// The value of `proxy-authorization`, or the user of SOCKS 4.
        public var authorization: String?
    }

    private let channel: any Channel
    private let visitLog: VisitLog

    /// The port of the proxy.
    public let port: Int

    /// The requests so far, in order.
    public var visits: [Visit] { visitLog.visits.withLock(\.self) }

    /// Starts a proxy on a free port.
    ///
    /// - Parameter certificate: The certificate for TLS, or `nil` for connections without it.
    public init(certificate: TestCertificate? = nil) async throws {
        let security = try certificate?.context()
        let log = VisitLog()
        visitLog = log
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.servers)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let security { try pipeline.addHandler(TLSServerHandler(security)) }
                    try pipeline.addHandler(TunnelHandler(log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    /// Stops the proxy.
    public func stop() async throws {
        try await channel.close()
    }
}

/// The requests to a proxy, from all of its connections.
private final class VisitLog: Sendable {
    let visits = Mutex<[ProxyServer.Visit]>([])
}

/// Reads the target of the request and then passes bytes in both directions.
private final class TunnelHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        case greeting
        case socksRequest
        case connecting
        case open(any Channel)
    }

    private let log: VisitLog
    private var phase = Phase.greeting
    private var held = ByteBuffer()

    init(_ log: VisitLog) {
        self.log = log
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if case .open(let peer) = phase {
            peer.writeAndFlush(bytes, promise: nil)
            return
        }
        held.writeBuffer(&bytes)
        switch phase {
        case .greeting where held.getInteger(at: held.readerIndex, as: UInt8.self) == 5:
            guard held.readableBytes >= 3 else { return }
            held.clear()
            phase = .socksRequest
            context.reply([5, 0])
        case .greeting where held.getInteger(at: held.readerIndex, as: UInt8.self) == 4: readSocks4(context)
        case .greeting: readConnect(context)
        case .socksRequest: readSocks(context)
        case .connecting, .open: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .open(let peer) = phase { peer.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func readConnect(_ context: ChannelHandlerContext) {
        let text = String(buffer: held)
        guard text.hasSuffix("\r\n\r\n") else { return }
        let lines = text.split(separator: "\r\n").map(String.init)
        let words = lines.first?.split(separator: " ").map(String.init) ?? []
        let key = "proxy-authorization: "
        let authorization = lines.first { $0.lowercased().hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
        if words.count == 3, words[1].hasPrefix("http://") {
            return passOn(words, lines.dropFirst().filter { !$0.lowercased().hasPrefix(key) }, authorization, context)
        }
        guard words.count == 3, words[0] == "CONNECT" else { return context.close(promise: nil) }
        connect(
            "CONNECT", to: words[1], authorization, Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8), context)
    }

    /// Requests the path from the host, as a forward proxy does. The connection is closed after one response.
    private func passOn(
        _ words: [String], _ fields: [String], _ authorization: String?, _ context: ChannelHandlerContext
    ) {
        let place = words[1].dropFirst("http://".count)
        let path = place.drop { $0 != "/" }
        let host = place.prefix { $0 != "/" }
        let head = (["\(words[0]) \(path) HTTP/1.1"] + fields + ["connection: close", "", ""]).joined(separator: "\r\n")
        record(words[0], words[1], authorization)
        connect(to: String(host), isPassingOn: true, context) { far, _ in
            far.writeAndFlush(far.allocator.buffer(string: head), promise: nil)
        }
    }

    private func readSocks(_ context: ChannelHandlerContext) {
        let bytes = Array(held.readableBytesView)
        guard bytes.count > 5 else { return }
        let (host, rest): (String, ArraySlice<UInt8>)
        switch bytes[3] {
        case 1:
            (host, rest) = (bytes[4..<min(8, bytes.count)].map(String.init).joined(separator: "."), bytes.dropFirst(8))
        case 4:
            let groups = bytes[4..<min(20, bytes.count)].map { String($0, radix: 16) }
            (host, rest) = ("[\(groups.joined(separator: "."))]", bytes.dropFirst(20))
        case 3:
            let end = min(5 + Int(bytes[4]), bytes.count)
            (host, rest) = (String(decoding: bytes[5..<end], as: UTF8.self), bytes[end...])
        default: return context.close(promise: nil)
        }
        guard rest.count == 2, let high = rest.first, let low = rest.last else { return }
        let port = Int(high) << 8 | Int(low)
        connect("SOCKS5", to: "\(host):\(port)", nil, [5, 0, 0, 1, 0, 0, 0, 0, 0, 0], context)
    }

    /// Reads the port, the address, the user and, after an address that begins with three zeros, the name of the host.
    private func readSocks4(_ context: ChannelHandlerContext) {
        let bytes = Array(held.readableBytesView)
        guard bytes.count > 8, bytes.last == 0 else { return }
        let texts = bytes[8...].split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let isNamed = bytes[4..<7].allSatisfy { $0 == 0 }
        // The last part is what follows the last zero.
        guard texts.count > (isNamed ? 2 : 1) else { return }
        let host = isNamed ? texts[1] : bytes[4..<8].map(String.init).joined(separator: ".")
        let port = Int(bytes[2]) << 8 | Int(bytes[3])
        let user = texts[0].isEmpty ? nil : texts[0]
        connect("SOCKS4", to: "\(host):\(port)", user, [0, 90, 0, 0, 0, 0, 0, 0], context)
    }

    private func connect(
        _ name: String, to target: String, _ authorization: String?, _ answer: [UInt8], _ context: ChannelHandlerContext
    ) {
        record(name, target, authorization)
        connect(to: target, isPassingOn: false, context) { _, near in near.reply(answer) }
    }

    private func record(_ name: String, _ target: String, _ authorization: String?) {
        log.visits.withLock {
            $0.append(ProxyServer.Visit(protocolName: name, target: target, authorization: authorization))
        }
    }

    private func connect(
        to target: String, isPassingOn: Bool, _ context: ChannelHandlerContext,
        then: @escaping (any Channel, ChannelHandlerContext) -> Void
    ) {
        held.clear()
        phase = .connecting
        let near = context.channel
        let port = target.split(separator: ":").last.flatMap { Int($0) } ?? 0
        let bound = NIOLoopBound((self, context, then), eventLoop: context.eventLoop)
        ClientBootstrap(group: context.eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(BackHandler(near, saysLast: isPassingOn))
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .whenComplete { result in
                let (handler, context, then) = bound.value
                switch result {
                case .success(let far):
                    handler.phase = .open(far)
                    then(far, context)
                case .failure: context.close(promise: nil)
                }
            }
    }
}

extension ChannelHandlerContext {
    fileprivate func reply(_ bytes: [UInt8]) {
        writeAndFlush(NIOAny(channel.allocator.buffer(bytes: bytes)), promise: nil)
    }
}

/// Passes the host's bytes back to the client.
private final class BackHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let near: any Channel
    /// True until the head of the response has been extended by `connection: close`.
    private var saysLast: Bool

    init(_ near: any Channel, saysLast: Bool) {
        self.near = near
        self.saysLast = saysLast
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if saysLast, let end = bytes.readableBytesView.firstIndex(of: 0x0a) {
            saysLast = false
            let line = bytes.readSlice(length: end + 1 - bytes.readerIndex)
            near.write(line, promise: nil)
            near.write(near.allocator.buffer(string: "connection: close\r\n"), promise: nil)
        }
        near.writeAndFlush(bytes, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        near.close(promise: nil)
    }
}
